//! What the reader has dropped and chosen.

use wheelcard::scan;
use wheelcard::session::{Event, Refused, Scan, ScanState, Session, WheelId};
use wheelcard::wheel::{CompressedTags, FileNameParts};

use crate::schedule::listing;

fn added(id: u32) -> Event {
    Event::Added { id: WheelId(id), file_name: format!("demo-{id}.whl"), size: 10 }
}

/// A wheel of `demo` with this version and platform is listed.
fn listed(id: u32, version: &str, platform: &str) -> Event {
    let mut listing = listing(&format!("demo-{id}.whl"), &[10]);
    let tag = |text: &str| vec![text.to_owned()];
    let tags = CompressedTags { python: tag("cp310"), abi: tag("cp310"), platform: tag(platform) };
    listing.file_name.parts =
        Some(FileNameParts { distribution: "demo".to_owned(), version: version.to_owned(), build_tag: None, tags });
    listing.version.version = Some(version.to_owned());
    Event::Listed(WheelId(id), Box::new(listing))
}

fn session(events: impl IntoIterator<Item = Event>) -> Session {
    events.into_iter().fold(Session::default(), |mut session, event| {
        session.apply(event);
        session
    })
}

#[test]
fn the_state_goes_from_idle_over_the_three_moments_to_verified() {
    let mut session = Session::default();
    assert_eq!(session.state(), ScanState::Idle);
    let steps = [
        (added(0), ScanState::Reading),
        (listed(0, "1.0", "linux_x86_64"), ScanState::Listed),
        (added(1), ScanState::Reading),
        (listed(1, "1.0", "linux_x86_64"), ScanState::Listed),
        (Event::Finished(WheelId(0)), ScanState::Listed),
        (Event::Members(WheelId(1), vec![scan::trapped(0, "no more to be known of it")]), ScanState::Listed),
        (Event::Finished(WheelId(1)), ScanState::Verified),
        (Event::Removed(WheelId(0)), ScanState::Verified),
        (Event::Removed(WheelId(1)), ScanState::Idle),
        (Event::Restored(WheelId(1)), ScanState::Verified),
    ];
    for (event, state) in steps {
        let said = format!("{event:?}");
        session.apply(event);
        assert_eq!(session.state(), state, "{said}");
    }
}

#[test]
fn all_is_identified_when_it_is_known_of_every_member_of_every_wheel_what_it_is() {
    let mut session = session([added(0), listed(0, "1.0", "linux_x86_64")]);
    assert!(!session.is_identified());
    session.apply(Event::Members(WheelId(0), vec![scan::trapped(0, "no more to be known of it")]));
    assert!(session.is_identified());
    session.apply(added(1));
    assert!(!session.is_identified(), "nothing is known of the second");
    session.apply(Event::Removed(WheelId(1)));
    session.apply(Event::Removed(WheelId(0)));
    assert!(!session.is_identified(), "there is nothing to know");
}

#[test]
fn a_wheel_that_fails_does_not_hold_the_others_up() {
    let session = session([
        added(0),
        added(1),
        Event::Failed(WheelId(0), "no zip".to_owned()),
        listed(1, "1.0", "linux_x86_64"),
        Event::Finished(WheelId(1)),
    ]);
    assert_eq!((session.state(), session.failed()), (ScanState::Verified, 1), "not all was read");
    assert_eq!(session.wheels()[0].scan, Scan::Failed { reason: "no zip".to_owned() });
    assert_eq!(session.compared().len(), 1);
}

#[test]
fn when_every_wheel_fails_there_is_no_card_and_taking_the_wheel_away_ends_the_failure() {
    let mut session = session([added(0), Event::Failed(WheelId(0), "no zip".to_owned())]);
    assert_eq!((session.state(), session.failed()), (ScanState::Verified, 1));
    assert!(session.card().is_none());
    session.apply(Event::Removed(WheelId(0)));
    assert_eq!((session.state(), session.failed()), (ScanState::Idle, 0));
}

#[test]
fn releases_are_told_apart_by_version_and_platform_and_the_largest_is_shown() {
    let mut session = session([
        added(0),
        listed(0, "1.0", "linux_x86_64"),
        added(1),
        listed(1, "2.0", "linux_x86_64"),
        added(2),
        listed(2, "2.0", "linux_x86_64"),
        added(3),
        listed(3, "2.0", "win_amd64"),
    ]);
    let wheels: Vec<Vec<WheelId>> = session.releases().into_iter().map(|release| release.wheels).collect();
    assert_eq!(wheels.len(), 3);
    assert_eq!(wheels[0], [WheelId(1), WheelId(2)]);
    assert_eq!(session.compared().len(), 2);
    let other = session.releases()[1].key.clone();
    session.apply(Event::ReleaseChosen(other.clone()));
    assert_eq!(session.release().unwrap().key, other);
    assert_eq!(session.compared().len(), 1);
}

#[test]
fn versions_that_are_equal_by_pep_440_are_one_release() {
    let session = session([added(0), listed(0, "01.0.0", "linux_x86_64"), added(1), listed(1, "1", "linux_x86_64")]);
    assert_eq!(session.releases().len(), 1);
}

#[test]
fn local_labels_of_one_commit_at_two_lengths_are_one_release_and_no_label_is_another() {
    let session = session([
        added(0),
        listed(0, "1.0+g84cda28", "linux_x86_64"),
        added(1),
        listed(1, "1.0+g84cda281", "linux_x86_64"),
        added(2),
        listed(2, "1.0", "linux_x86_64"),
        added(3),
        listed(3, "1.0+cu121", "linux_x86_64"),
    ]);
    let wheels: Vec<Vec<WheelId>> = session.releases().into_iter().map(|release| release.wheels).collect();
    assert_eq!(wheels, [vec![WheelId(0), WheelId(1)], vec![WheelId(3)], vec![WheelId(2)]]);
}

#[test]
fn a_wheel_that_is_left_out_is_not_compared_until_it_is_taken_back() {
    let mut session = session([added(0), listed(0, "1.0", "any"), added(1), listed(1, "1.0", "any")]);
    session.apply(Event::Toggled(WheelId(0)));
    assert_eq!(session.compared().len(), 1);
    session.apply(Event::Toggled(WheelId(0)));
    assert_eq!(session.compared().len(), 2);
}

#[test]
fn a_removed_wheel_comes_back_to_its_place_with_all_that_is_known_of_it() {
    let before = session([
        added(0),
        listed(0, "1.0", "any"),
        Event::Finished(WheelId(0)),
        added(1),
        listed(1, "1.0", "any"),
        Event::Finished(WheelId(1)),
    ]);
    let mut after = before.clone();
    after.apply(Event::Removed(WheelId(0)));
    assert_eq!(after.wheels().len(), 1);
    assert_eq!(after.last_removed().map(|wheel| wheel.id), Some(WheelId(0)));
    after.apply(Event::Restored(WheelId(0)));
    assert_eq!(after, before);
}

#[test]
fn events_about_a_wheel_that_is_gone_change_nothing() {
    let mut session = session([added(0), Event::Removed(WheelId(0))]);
    let before = session.clone();
    for event in [
        listed(0, "1.0", "any"),
        Event::Finished(WheelId(0)),
        Event::Failed(WheelId(0), String::new()),
        Event::Progress { id: WheelId(0), done: 1, total: 2 },
        Event::Cancelled(WheelId(7)),
    ] {
        session.apply(event);
        assert_eq!(session, before);
    }
}

#[test]
fn refused_files_stay_until_they_are_dismissed() {
    let refused = Refused { file_name: "notes.txt".to_owned(), reason: "is not a wheel".to_owned() };
    let mut session = session([Event::Refused(refused.clone())]);
    assert_eq!(session.refused(), [refused]);
    session.apply(Event::RefusalsDismissed);
    assert!(session.refused().is_empty());
}

#[test]
fn each_compared_wheel_goes_by_the_label_of_the_card_even_when_two_have_one_name() {
    let names =
        ["d-1-cp312-cp312-linux_x86_64.whl", "d-1-cp39-cp39-linux_x86_64.whl", "d-1-cp312-cp312-linux_x86_64.whl"];
    let mut session = Session::default();
    for (at, name) in (0_u32..).zip(names) {
        let report = crate::reports::wheel(name, &[], crate::reports::Moment::Listed);
        session.apply(Event::Added { id: WheelId(at), file_name: name.to_owned(), size: 1000 });
        session.apply(Event::Listed(WheelId(at), Box::new(report.listing)));
    }
    let labels: Vec<(WheelId, String)> = session.labels().into_iter().collect();
    let expected = [(WheelId(0), "cp312"), (WheelId(1), "cp39"), (WheelId(2), "cp312 (2)")];
    assert_eq!(labels, expected.map(|(id, label)| (id, label.to_owned())));
    session.apply(Event::Toggled(WheelId(0)));
    assert_eq!(session.labels().get(&WheelId(0)), None, "it is not on the card");
    assert_eq!(session.labels().get(&WheelId(2)).map(String::as_str), Some("cp312"));
}
