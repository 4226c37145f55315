//! The built page in a real browser, driven by WebDriver with real files.
//!
//! [`Page`] is the page as its user knows it: drop, wait, export, look. [`driver`] and [`session`] are the way there. The
//! page is served by the project's own static server under a sub-path, as GitHub Pages does.

pub mod driver;
pub mod page;
pub mod session;
pub mod usage;
pub mod wheels;

pub use page::{Opening, Page, Scan};
pub use xtask::Result;
pub use xtask::browsers::Engine;
