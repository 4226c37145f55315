//! The page: lays out a [`Session`](crate::session::Session) and its card, and hands what the reader does back to it.
//!
//! The only place that names leptos. It decides nothing about wheels: what stands in a cell was decided by
//! [`card`](crate::card) and [`parity`](crate::parity), what happens to the session is decided by its reducer. What is
//! here is how it is shown: which rows are filtered, sorted, open, on which page.

#![expect(unreachable_pub, reason = "leptos's `component` macro writes `pub` for what is visible in this module only")]

mod app;
mod collapse;
mod columns;
mod copy;
mod detail;
mod export;
mod findings;
mod fragment;
mod glyph;
mod head;
mod hex;
mod installers;
mod intro;
mod keys;
mod ladder;
mod look;
mod masthead;
mod notes;
mod pace;
mod page;
mod pager;
mod picker;
mod provenance;
mod query;
mod rail;
mod reference;
mod releases;
mod row;
mod scale;
mod table;
mod term;
mod toolbar;
mod undo;
mod update;
mod wheels;
mod words;

pub use app::mount;
