//! Mach-O: thin images, and universal files that hold one for each architecture.
//!
//! Source: Apple's `<mach-o/loader.h>`, `<mach-o/fat.h>` and `<mach-o/nlist.h>`.

mod architecture;
mod exports;
mod thin;
mod universal;

pub(super) use thin::read;
pub(super) use universal::read as read_universal;
