//! What is given beside wheels: saved reports, and what wheels are checked against.
#![expect(clippy::unwrap_used, clippy::string_slice, reason = "a test stops at what it does not expect")]

use std::sync::Arc;

use serde_json::Value;
use wheelcard::card::json::{self, Saved};
use wheelcard::card::{self, Card, Origin};
use wheelcard::parity::{Look, Looks};
use wheelcard::reference::{self, OriginKind, Reference, Refusal, ReleaseName};
use wheelcard::session::{self, Body, Event, GivenId, ScanState, Session, Source};

use crate::real_wheels::scanned;
use crate::reports::refs;

/// A card somebody wrote about this release.
fn stated(title: &str) -> Body {
    let origin = reference::Origin { kind: OriginKind::Card, file_name: String::new(), source: None };
    let release = Some(ReleaseName { name: title.to_owned(), version: None });
    let (title, wheels, subjects, facts, findings) = (title.to_owned(), vec![], vec![], vec![], vec![]);
    Body { reference: Arc::new(Reference { title, origin, release, wheels, subjects, facts, findings }), saved: None }
}

/// A saved report of a set.
fn saved(set: &str) -> Body {
    let json = card::json::export(&refs(&scanned(set)));
    Body { saved: Some(Arc::new(json::reopen(&json).unwrap())), ..stated(set) }
}

fn given(name: &str, body: Body) -> Event {
    Event::Given(Source::File(name.to_owned()), body)
}

fn session(events: impl IntoIterator<Item = Event>) -> Session {
    events.into_iter().fold(Session::default(), |mut session, event| {
        session.apply(event);
        session
    })
}

#[test]
fn a_saved_report_is_shown_without_wheels_and_the_card_says_that_it_is_not_from_bytes() {
    let reports = scanned("pyzmq");
    let session = session([given("a.json", saved("pyzmq"))]);
    assert_eq!(session.state(), ScanState::Idle, "nothing is read");
    let card = session.card().unwrap();
    assert_eq!(card.origin, Origin::SavedReport);
    assert_eq!(Card { origin: Origin::Bytes, ..card.clone() }, card::build(&refs(&reports)));
    assert_eq!(session.compared(), refs(&reports));
    assert!(session.checked_against().is_none(), "it is not checked against itself");
    let row = card.tables.iter().flat_map(|table| &table.rows).next().unwrap();
    assert!(session.look_request(row).is_none(), "there are no bytes to look at");
}

#[test]
fn every_export_of_a_saved_report_says_so_and_no_other_does() {
    let body = saved("pyzmq");
    let opened = body.saved.unwrap();
    let mark = "saved report";
    for (card, says) in [(opened.card(), true), (card::build(&refs(&opened.wheels)), false)] {
        let reports = refs(&opened.wheels);
        let table = card.tables.first().unwrap();
        let exports = [
            card::json::export_card(&reports, &card).replace("saved-report", mark),
            card::markdown::export(&card),
            card::build_id_list::export(&card),
            card::csv::export_from(table, &card.wheels, card.origin),
            card::checksums::export_from(reports[0], card.origin),
        ];
        for export in exports {
            assert_eq!(export.contains(mark), says, "{}", &export[..400]);
        }
    }
}

#[test]
fn a_saved_report_that_is_saved_again_differs_in_what_says_that_it_was_one() {
    let reports = scanned("pyzmq");
    let first = card::json::export(&refs(&reports));
    let opened = json::reopen(&first).unwrap();
    let again = card::json::export_card(&refs(&opened.wheels), &opened.card());
    let (mut first, again): (Value, Value) =
        (serde_json::from_str(&first).unwrap(), serde_json::from_str(&again).unwrap());
    assert_ne!(first, again);
    first["card"]["origin"] = "saved-report".into();
    assert_eq!(first, again);
    assert_eq!(json::reopen(&again.to_string()).unwrap(), opened);
}

#[test]
fn what_a_second_look_had_told_is_still_there_in_a_reopened_report() {
    let reports = scanned("torchaudio_local");
    let reports = refs(&reports);
    let before = card::build(&reports);
    let key = "torchaudio/lib/libtorchaudio_sox.so";
    let row = before.tables.iter().flat_map(|table| &table.rows).find(|row| row.key == key).unwrap();
    let mut looks = Looks::default();
    looks.insert(row.contents().unwrap(), Look::Told(Some(Box::new(crate::reports::code_equal()))));
    let opened: Saved = json::reopen(&card::json::export_with(&reports, &looks)).unwrap();
    assert_eq!(opened.looks, looks);
    assert_eq!(opened.card().ladder, card::build_with(&reports, &looks).ladder);
}

#[test]
fn wheels_are_shown_before_a_saved_report_and_are_then_checked_against_it() {
    let mut session = session([given("a.json", saved("pyzmq"))]);
    let id = session.given()[0].id;
    let listing = scanned("frozenlist").remove(0).listing;
    let wheel = wheelcard::session::WheelId(0);
    session.apply(Event::Added { id: wheel, file_name: listing.file_name.given.clone(), size: listing.size });
    session.apply(Event::Listed(wheel, Box::new(listing)));
    assert_eq!(session.releases().len(), 2);
    assert!(session.card().unwrap().origin.is_bytes());
    assert_eq!(session.checked_against().map(|given| given.id), Some(id));

    let saved = session.releases()[1].key.clone();
    session.apply(Event::ReleaseChosen(saved));
    assert_eq!(session.card().unwrap().origin, Origin::SavedReport);
    assert!(session.checked_against().is_none());
}

#[test]
fn a_saved_report_of_wheels_that_are_here_is_told_from_them_and_from_another_release() {
    let mut session = session([given("a.json", saved("frozenlist")), given("b.json", saved("pyzmq"))]);
    let listing = scanned("frozenlist").remove(0).listing;
    let wheel = wheelcard::session::WheelId(0);
    session.apply(Event::Added { id: wheel, file_name: listing.file_name.given.clone(), size: listing.size });
    session.apply(Event::Listed(wheel, Box::new(listing)));
    let releases = session.releases();
    let twins: Vec<bool> = releases.iter().map(|release| release.is_twin_of(&releases[0])).collect();
    let saved: Vec<bool> = releases.iter().map(|release| release.saved.is_some()).collect();
    assert_eq!((twins, saved), (vec![false, true, false], vec![false, true, true]));
}

#[test]
fn of_several_references_the_last_is_used_until_another_is_chosen() {
    let mut session = session([given("a", stated("a")), given("b", stated("b")), given("c", stated("c"))]);
    let used = |session: &Session| session.checked_against().map(|given| given.body.reference.title.clone());
    assert_eq!(used(&session).as_deref(), Some("c"));
    session.apply(Event::GivenChosen(GivenId(0)));
    assert_eq!(used(&session).as_deref(), Some("a"));
    session.apply(Event::GivenRemoved(GivenId(0)));
    assert_eq!(used(&session).as_deref(), Some("c"));
    assert_eq!(session.last_removed_given().map(|given| given.id), Some(GivenId(0)));
    session.apply(Event::GivenRestored(GivenId(0)));
    assert_eq!(session.given().iter().map(|given| given.id.0).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn what_says_the_same_as_what_is_here_is_refused_with_the_name_of_that() {
    let session = session([given("a", stated("a")), Event::Given(Source::Paste, stated("a"))]);
    assert_eq!(session.given().len(), 1);
    let [refused] = session.refused() else { panic!("one is refused") };
    assert_eq!(refused.file_name, "pasted text");
    assert_eq!(refused.reason, "says the same as a, which is here already");
}

#[test]
fn a_file_that_is_nothing_is_refused_as_what_it_most_likely_was_meant_to_be() {
    let no_wheel = || "`a` is not a wheel".to_owned();
    let reason = |refusal: &Refusal| session::refused("a".to_owned(), no_wheel(), refusal).reason;
    assert_eq!(reason(&Refusal::NoText { offset: 1 }), "`a` is not a wheel");
    assert!(reason(&Refusal::NothingFound).starts_with("`a` is not a wheel; and nothing in this text is a reference"));
    let report = json::reopen(r#"{"format": "wheelcard-report", "version": 9}"#).unwrap_err();
    assert_eq!(reason(&Refusal::Report(report)), "this report has format version 9; this Wheelcard reads version 1");
}

#[test]
fn a_report_of_no_wheel_is_refused() {
    let empty = card::json::export(&[]);
    assert_eq!(json::reopen(&empty).unwrap_err().to_string(), "this report holds no wheel");
}
