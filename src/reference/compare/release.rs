//! Facts about the release as a whole, and about the wheel files themselves.

use std::collections::BTreeSet;

use super::Outcome;
use super::here::Here;
use super::value::Judged;
use crate::card::format::{counted, thousands};
use crate::card::{Head, Progress};
use crate::reference::Claim;
use crate::wheel::name::normalize;
use crate::wheel::pep440::{Relation, relation};

/// Compares a fact about the release.
pub(super) fn judge(claim: &Claim, here: &Here<'_>) -> Judged {
    let head = &here.card.head;
    let over = here.card.wheels.iter().all(|wheel| wheel.progress == Progress::Verified);
    let judged = match claim {
        Claim::Name(name) => {
            let same = normalize(name) == normalize(&head.distribution);
            text(same, name == &head.distribution, &head.distribution, "written otherwise, the same project")
        }
        Claim::Version(version) => {
            let how = relation(version, &head.version);
            let judged = text(
                how == Relation::Equal,
                version == &head.version,
                &head.version,
                "written otherwise, the same version",
            );
            match how {
                Relation::LocalOmitted => judged.saying("the public version is the same; only one has a local label"),
                Relation::LocalLength => judged.saying("one local label begins with the other"),
                Relation::Equal | Relation::Different => judged,
            }
        }
        Claim::BuildTime(stated) => {
            let times: BTreeSet<&str> = head.build_times.iter().map(|(time, _)| time.text.as_str()).collect();
            among(times.contains(stated.as_str()), &times.into_iter().collect::<Vec<_>>())
        }
        Claim::StatedIn { what, member } => stated_in(what, member.as_deref(), head),
        Claim::WheelLine(line) => {
            let of_wheels: Vec<Judged> = (0..here.card.wheels.len()).map(|at| wheel_line(line, here, at)).collect();
            let worst = of_wheels.into_iter().max_by_key(|judged| judged.outcome);
            worst.unwrap_or_else(|| Judged::new(Outcome::NotHere, None))
        }
        Claim::VersionInNoBinary => in_no_binary(here, |hits| hits.version, None),
        Claim::LabelInNoBinary => {
            let label = head.version.split_once('+').map(|(_, label)| label.to_ascii_lowercase());
            in_no_binary(here, |hits| hits.local, label.as_deref())
        }
        _ => Judged::new(Outcome::NotHere, None),
    };
    waiting(judged, over)
}

/// Compares a fact about a wheel file.
pub(super) fn judge_file(claim: &Claim, here: &Here<'_>, wheel: usize) -> Judged {
    let Some(head) = here.card.wheels.get(wheel) else { return Judged::new(Outcome::NotHere, None) };
    let whole = |equal| if equal { Outcome::Matches } else { Outcome::Differs };
    let digest = head.sha256.map(|digest| digest.to_string());
    let judged = match (claim, &digest) {
        (Claim::Size(size), _) => Judged::new(whole(*size == head.size), Some(thousands(head.size))),
        (Claim::Sha256(_) | Claim::Sha256Among(_), None) => {
            Judged::new(Outcome::NotYetChecked, None).saying("the file is not read to its end yet")
        }
        (Claim::Sha256(stated), Some(found)) => {
            let outcome = match (stated.fits(found), stated.is_whole()) {
                (false, _) => Outcome::Differs,
                (true, true) => Outcome::Matches,
                (true, false) => Outcome::MatchesPublished,
            };
            Judged::new(outcome, Some(found.clone()))
        }
        (Claim::Sha256Among(stated), Some(found)) => {
            let outcome = match stated.iter().find(|digest| digest.fits(found)) {
                None => Outcome::Differs,
                Some(digest) if digest.is_whole() => Outcome::Matches,
                Some(_) => Outcome::MatchesPublished,
            };
            Judged::new(outcome, Some(found.clone()))
        }
        (Claim::WheelLine(line), _) => wheel_line(line, here, wheel),
        _ => Judged::new(Outcome::Matches, None),
    };
    waiting(judged, head.sha256.is_some())
}

/// What was read before all bytes were looked at is no verdict yet.
fn waiting(mut judged: Judged, over: bool) -> Judged {
    let decided = judged.outcome.holds() || judged.outcome == Outcome::Differs;
    if decided && !over {
        let equal = judged.outcome.holds();
        (judged.outcome, judged.claimed) = (Outcome::NotYetChecked, true);
        let so_far = if equal { "the same so far" } else { "another so far" };
        judged.detail = format!("{so_far}; not all bytes are looked at yet");
    }
    judged
}

fn text(same: bool, to_the_letter: bool, found: &str, otherwise: &str) -> Judged {
    let judged = Judged::new(if same { Outcome::Matches } else { Outcome::Differs }, Some(found.to_owned()));
    if same && !to_the_letter { judged.saying(otherwise) } else { judged }
}

fn among(holds: bool, found: &[&str]) -> Judged {
    let shown = (!found.is_empty()).then(|| found.join(", "));
    let judged = Judged::new(if holds { Outcome::Matches } else { Outcome::Differs }, shown);
    match (holds, found.len()) {
        (true, 2..) => judged.saying("one of several that are stated here"),
        (false, 0) => judged.saying("none is stated here"),
        _ => judged,
    }
}

fn stated_in(what: &str, member: Option<&str>, head: &Head) -> Judged {
    let versions = head.statements.iter().map(|(s, _)| (s.what.as_str(), s.member.as_deref(), s.version.as_str()));
    let times = head.build_times.iter().map(|(t, _)| (t.what.as_str(), Some(t.member.as_str()), t.text.as_str()));
    let all: Vec<_> = versions.chain(times).collect();
    let is_it =
        |stated: Option<&str>| member.is_none_or(|member| stated.is_some_and(|s| super::here::ends_alike(s, member)));
    if let Some((_, _, value)) = all.iter().find(|(name, stated, _)| *name == what && is_it(*stated)) {
        return Judged::new(Outcome::Matches, Some((*value).to_owned())).saying("it stands there with this value");
    }
    let places: Vec<&str> =
        all.iter().filter(|(name, ..)| *name == what).filter_map(|(_, member, _)| *member).collect();
    let judged = Judged::new(Outcome::Differs, (!places.is_empty()).then(|| places.join(", ")));
    judged.saying("nothing is stated there")
}

/// A line of WHEEL: the field's name decides what is compared.
fn wheel_line(line: &str, here: &Here<'_>, wheel: usize) -> Judged {
    let lines = here.card.wheels.get(wheel).map(|head| head.wheel_lines.as_slice()).unwrap_or_default();
    let parts =
        |line: &str| line.split_once(':').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    let Some((name, value)) = parts(line) else { return among(lines.iter().any(|known| known == line), &[]) };
    let own: Vec<String> = lines.iter().filter_map(|l| parts(l)).filter(|(n, _)| *n == name).map(|(_, v)| v).collect();
    among(own.contains(&value), &own.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Whether a text is in the bytes of no binary; all of each were searched while they were hashed. A label must not be
/// part of a build-id either.
fn in_no_binary(here: &Here<'_>, of: impl Fn(&crate::report::Hits) -> Option<u64>, label: Option<&str>) -> Judged {
    let rows = here.card.tables.iter().flat_map(|table| &table.rows);
    let with_label = rows.clone().flat_map(|row| row.copies.iter().map(move |copy| (row, copy))).filter(|(_, copy)| {
        let ids = copy.ids.iter().flatten();
        label.is_some_and(|label| ids.into_iter().any(|id| id.text.to_ascii_lowercase().contains(label)))
    });
    let with_label: BTreeSet<&str> = with_label.map(|(row, _)| row.key.as_str()).collect();
    let (mut searched, mut having) = (0_usize, 0_usize);
    for held in &here.wheels {
        let hits = held.report.members.iter().filter_map(|m| of(m.verified.as_ref()?.hits.as_ref()?));
        for hit in hits {
            searched = searched.saturating_add(1);
            having = having.saturating_add(usize::from(hit > 0));
        }
    }
    if searched == 0 {
        return Judged::new(Outcome::NotHere, None).saying("no binary here was searched for it");
    }
    let holds = having == 0 && with_label.is_empty();
    let found = if holds { "in none".to_owned() } else { format!("in {}", counted(having, "binary", "binaries")) };
    let judged = Judged::new(if holds { Outcome::Matches } else { Outcome::Differs }, Some(found));
    let all = format!("all bytes of {} were searched for it", counted(searched, "binary", "binaries"));
    if with_label.is_empty() {
        return judged.saying(all);
    }
    judged.saying(format!("{all}; it is part of a build-id of {}", counted(with_label.len(), "binary", "binaries")))
}
