//! The wheels that are here, ready to be looked up by whatever end of a path somebody published.

use std::collections::BTreeMap;

use super::ends::Ends;
use crate::binary::Group;
use crate::bytes::Sha256;
use crate::card::Card;
use crate::container::{Entry, Place};
use crate::parity::{Copy, Pair};
use crate::report::{Member, RecordVerdict, WheelReport};
use crate::wheel::{AbiTag, RowHash};

/// Members of one name that are told apart at most; with two it is ambiguous already.
const SEVERAL: usize = 9;

/// The wheels of a card, in the card's order.
pub(in crate::reference) struct Here<'a> {
    pub(in crate::reference) card: &'a Card,
    pub(in crate::reference) wheels: Vec<Held<'a>>,
}

/// One wheel's members.
pub(in crate::reference) struct Held<'a> {
    pub(in crate::reference) report: &'a WheelReport,
    /// Sorted by path.
    members: Vec<HeldMember<'a>>,
    by_path: Ends,
    by_key: Ends,
    /// Extension modules, by key without extension.
    by_module: Ends,
}

/// One member, as installers see it: one for each name.
#[derive(Debug, Clone)]
pub(in crate::reference) struct HeldMember<'a> {
    pub(in crate::reference) path: &'a str,
    /// The row and the copy, when it is a binary.
    pub(in crate::reference) row: Option<(&'a Pair, &'a Copy)>,
    pub(in crate::reference) size: u64,
    pub(in crate::reference) sha256: Option<Sha256>,
    /// Whether all bytes were looked at.
    pub(in crate::reference) verified: bool,
    pub(in crate::reference) doubtful: bool,
}

/// What a published path is in one wheel.
pub(in crate::reference) enum Found<'h, 'a> {
    One(&'h HeldMember<'a>),
    None,
    /// More than one; of very many only the first.
    Several(Vec<&'h HeldMember<'a>>),
}

impl<'a> Here<'a> {
    /// `reports` are those of the card, in any order.
    pub(in crate::reference) fn of(reports: &[&'a WheelReport], card: &'a Card) -> Self {
        let sorted = crate::card::sorted(reports);
        let wheels = sorted.into_iter().enumerate().map(|(at, report)| Held::of(at, report, card)).collect();
        Self { card, wheels }
    }
}

impl<'a> Held<'a> {
    fn of(at: usize, report: &'a WheelReport, card: &'a Card) -> Self {
        let mut rows: BTreeMap<&str, (&Pair, &Copy)> = BTreeMap::new();
        for row in card.tables.iter().flat_map(|table| &table.rows) {
            // A guest stands in a row of its own as well, and that is the row it is looked up in.
            let own = row.copies.iter().filter(|copy| copy.wheel == at && !copy.guest);
            rows.extend(own.map(|copy| (copy.path.as_str(), (row, copy))));
        }
        let mut by_name: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
        for entry in report.listing.directory.entries.iter().filter(|entry| !entry.is_directory()) {
            by_name.entry(&entry.name).or_default().push(entry);
        }
        let looked_at: BTreeMap<u32, &Member> = report.members.iter().map(|member| (member.index, member)).collect();
        let claims = claims(report);
        let member = |(path, entries): (&'a str, Vec<&Entry>)| {
            if let Some((row, copy)) = rows.get(path) {
                return Some(HeldMember {
                    path,
                    row: Some((*row, *copy)),
                    size: copy.size,
                    sha256: copy.sha256,
                    verified: copy.verified,
                    doubtful: copy.doubtful,
                });
            }
            // Of several entries of one name, pip installs the last of the central directory.
            let entry = entries.iter().rev().find(|entry| entry.place == Place::Central).or(entries.last())?;
            let verified = looked_at.get(&entry.index).and_then(|member| member.verified.as_ref());
            let denied = verified.is_some_and(|v| !v.intact || v.record == RecordVerdict::Differs);
            Some(HeldMember {
                path,
                row: None,
                size: verified.map_or(entry.size, |verified| verified.size),
                sha256: verified.map(|verified| verified.sha256).or_else(|| claims.get(path).copied()),
                verified: verified.is_some(),
                doubtful: denied || entries.len() > 1 || entry.place == Place::LocalOnly || entry.overlaps,
            })
        };
        let members: Vec<HeldMember<'a>> = by_name.into_iter().filter_map(member).collect();
        let (mut by_path, mut by_key, mut by_module) = (Ends::default(), Ends::default(), Ends::default());
        for (at, member) in members.iter().enumerate() {
            by_path.insert(member.path, at);
            if let Some(key) = member.key() {
                by_key.insert(key, at);
            }
            if let Some(name) = member.module_name() {
                by_module.insert(&name, at);
            }
        }
        Self { report, members, by_path, by_key, by_module }
    }

    pub(in crate::reference) fn members(&self) -> &[HeldMember<'a>] {
        &self.members
    }

    /// The member of a published path: the one whose path it is, else the one that ends so, else the one whose key (its
    /// path without interpreter tag) does, else the module whose key without extension does. The first of these four
    /// that anything fits decides.
    pub(in crate::reference) fn find(&self, path: &str) -> Found<'_, 'a> {
        self.find_by(path, Ends::find_longer)
    }

    /// The member of a path on somebody's disk: the same, and folders may stand before the member's own path, in which the
    /// wheel was unpacked.
    pub(in crate::reference) fn find_unpacked(&self, path: &str) -> Found<'_, 'a> {
        self.find_by(path, Ends::find)
    }

    fn find_by(&self, path: &str, by: impl Fn(&Ends, &str, usize) -> Vec<usize>) -> Found<'_, 'a> {
        let stated = path.trim_start_matches("./").trim_start_matches('/');
        if let Ok(at) = self.members.binary_search_by(|member| member.path.cmp(stated)) {
            return self.members.get(at).map_or(Found::None, Found::One);
        }
        for index in [&self.by_path, &self.by_key, &self.by_module] {
            let fitting = by(index, stated, SEVERAL);
            let fitting: Vec<&HeldMember<'a>> = fitting.into_iter().filter_map(|at| self.members.get(at)).collect();
            match fitting.as_slice() {
                [] => {}
                [only] => return Found::One(only),
                _ => return Found::Several(fitting),
            }
        }
        Found::None
    }
}

impl<'a> HeldMember<'a> {
    pub(in crate::reference) fn key(&self) -> Option<&'a str> {
        self.row.map(|(row, _)| row.key.as_str())
    }

    /// The path of a module, by its bytes or by the interpreter tag in its name, without tag and extension.
    fn module_name(&self) -> Option<String> {
        let key = self.key()?;
        let is_tagged = AbiTag::split(self.path.rsplit('/').next().unwrap_or(self.path)).is_some();
        let is_module = is_tagged || Group::ExtensionModule == self.row?.0.group;
        let (directory, base) = key.rsplit_once('/').map_or(("", key), |(directory, base)| (directory, base));
        let stem = stem(base);
        is_module.then(|| if directory.is_empty() { stem } else { format!("{directory}/{stem}") })
    }
}

/// RECORD's claims, for members that are no binaries.
fn claims(report: &WheelReport) -> BTreeMap<&str, Sha256> {
    let rows = report.listing.record.iter().flat_map(|record| &record.rows);
    let claim = |hash: &RowHash| match hash {
        RowHash::Sha256(digest) | RowHash::OddSha256 { digest, .. } => Some(*digest),
        _ => None,
    };
    rows.filter_map(|row| Some((row.path.as_str(), claim(&row.hash)?))).collect()
}

/// Whether two paths are one, as far as both are stated: one is the end of the other, from a slash on.
pub(in crate::reference) fn ends_alike(a: &str, b: &str) -> bool {
    let is_end = |long: &str, short: &str| {
        !short.is_empty() && long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    is_end(a, b) || is_end(b, a)
}

/// A file's name without interpreter tag and without the extension of a module.
fn stem(base: &str) -> String {
    let plain = AbiTag::split(base).map_or_else(|| base.to_owned(), |(plain, _)| plain);
    let ends = [".abi3t.so", ".abi3.so", ".so", ".pyd"];
    let stem = ends.into_iter().find_map(|end| plain.strip_suffix(end)).filter(|stem| !stem.is_empty());
    stem.map(str::to_owned).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_paths_are_one_when_one_is_the_others_end() {
        for (a, b) in [("n/lib/x.so", "x.so"), ("n/lib/x.so", "lib/x.so"), ("n/x.so", "/home/me/w/n/x.so"), ("x", "x")]
        {
            assert!(ends_alike(a, b) && ends_alike(b, a), "{a} {b}");
        }
        for (a, b) in [("n/libx.so", "x.so"), ("n/lib/x.so", "bin/x.so"), ("n/x.so", ""), ("n/x.so", "m/n/y.so")] {
            assert!(!ends_alike(a, b), "{a} {b}");
        }
    }

    #[test]
    fn a_stem_has_neither_tag_nor_module_extension() {
        for (base, expected) in [
            ("x.cpython-310-x86_64-linux-gnu.so", "x"),
            ("x.so", "x"),
            ("x.abi3.so", "x"),
            ("x.cp312-win_amd64.pyd", "x"),
            ("libx.so.1", "libx.so.1"),
            (".so", ".so"),
        ] {
            assert_eq!(stem(base), expected);
        }
    }
}
