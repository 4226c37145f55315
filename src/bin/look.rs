//! The worker of the second look: compares the copies of one binary, when the reader asks for it.

fn main() {
    wheelcard::browser::look::run();
}
