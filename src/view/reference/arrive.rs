//! How things that are no wheels come to the page: as files, pasted, or named by the address.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::fragment;
use super::super::page::Page;
use crate::browser::files::Other;
use crate::browser::text;
use crate::session::{self, Body, Event, Refused, Source};

/// Takes dropped files, in their order.
pub(in crate::view) fn files(page: Page, others: Vec<Other>) {
    if others.is_empty() {
        return;
    }
    spawn_local(async move {
        for other in others {
            let name = other.name();
            page.say(format!("Reading {name} …"));
            match other.bytes().await {
                Ok(bytes) => match Body::read(&name, &bytes) {
                    Ok(body) => take(page, Source::File(name), body),
                    Err(why) => page.apply(Event::Refused(session::refused(name, other.no_wheel, &why))),
                },
                Err(reason) => page.apply(Event::Refused(Refused { file_name: name, reason })),
            }
        }
    });
}

/// Takes a pasted text; tells whether there was anything in it.
pub(in crate::view) fn pasted(page: Page, text: &str) -> bool {
    match Body::read("", text.as_bytes()) {
        Ok(body) => {
            take(page, Source::Paste, body);
            true
        }
        Err(why) => {
            refuse(page, &Source::Paste, why.to_string());
            false
        }
    }
}

/// Takes the card that the address names, unless it is here.
pub(in crate::view) fn address(page: Page, address: &str) {
    if let Some(path) = fragment::card(address) {
        site(page, path);
    }
}

/// Takes a file of this site.
pub(super) fn site(page: Page, path: String) {
    let source = Source::Site(path.clone());
    let known = page.session.with_untracked(|session| session.given().iter().any(|given| given.source == source));
    if known {
        return;
    }
    spawn_local(async move {
        let read = text::of_site(&path).await;
        match read.and_then(|bytes| Body::read(&path, &bytes).map_err(|why| why.to_string())) {
            Ok(body) => take(page, source, body),
            Err(why) => refuse(page, &source, why),
        }
    });
}

fn take(page: Page, source: Source, body: Body) {
    page.say(format!("Read: {source}"));
    page.apply(Event::Given(source, body));
}

fn refuse(page: Page, source: &Source, reason: String) {
    page.apply(Event::Refused(Refused { file_name: source.to_string(), reason }));
}
