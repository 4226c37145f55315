//! The page's module.

fn main() {
    wheelcard::view::mount();
}
