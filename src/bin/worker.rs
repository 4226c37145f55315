//! The worker of the page: reads wheels, so that the page stays alive.

fn main() {
    wheelcard::browser::worker::run();
}
