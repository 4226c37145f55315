//! Whether the copies of a binary whose bytes differ still say the same of themselves.

use std::collections::BTreeSet;

use crate::binary::{Binary, Elf, FileKind};

use super::copies::Candidate;
use super::key::ungrafted;
use super::pairing::plain_soname;

/// What comparing the stated facts of all copies came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Agreement {
    /// SONAME, NEEDED, machine and toolchain are the same in every copy.
    Agrees,
    /// These are not the same.
    Differs(Vec<&'static str>),
    /// The copies are for different machines or formats, or not of one kind: nothing can carry over.
    Unlike(&'static str),
    /// Too little is known, and what.
    Unknown(&'static str),
}

/// Compares what the copies state of themselves.
pub(super) fn of(copies: &[Candidate<'_>]) -> Agreement {
    let mut identified = Vec::with_capacity(copies.len());
    for copy in copies {
        match copy.identified {
            Some(known) => identified.push((copy, known)),
            None => return Agreement::Unknown("not every copy's format was looked at yet"),
        }
    }
    if !all_same(&identified, |(_, known)| known.kind) {
        return Agreement::Unlike("the copies are not of one file format");
    }
    if identified.iter().any(|(_, known)| !known.complete) {
        return Agreement::Unknown("the format facts of a copy rest on its head only");
    }
    let binaries: Vec<(&Candidate<'_>, &Binary)> =
        identified.iter().filter_map(|(copy, known)| Some((*copy, known.binary.as_ref()?))).collect();
    if binaries.len() < copies.len() {
        return Agreement::Unknown("it is no binary, so nothing but its bytes speaks for it");
    }
    if !all_same(&binaries, |(_, binary)| binary.role) {
        return Agreement::Unlike("the copies are not of one role");
    }
    if identified.iter().any(|(_, known)| known.kind != FileKind::Elf) {
        let architectures =
            |binary: &Binary| -> Vec<String> { binary.slices.iter().map(|slice| slice.architecture.clone()).collect() };
        if !all_same(&binaries, |(_, binary)| architectures(binary)) {
            return Agreement::Unlike("the copies are for different machines");
        }
        return Agreement::Unknown("no evidence is computed for this format");
    }
    let elves: Vec<(&Candidate<'_>, &Elf)> =
        binaries.iter().filter_map(|(copy, binary)| Some((*copy, binary.elf.as_ref()?))).collect();
    if elves.len() < copies.len() {
        return Agreement::Unknown("the ELF facts of a copy could not be read");
    }
    of_elves(&elves)
}

fn of_elves(elves: &[(&Candidate<'_>, &Elf)]) -> Agreement {
    if !all_same(elves, |(_, elf)| (elf.machine_code, elf.class, elf.endian)) {
        return Agreement::Unlike("the copies are for different machines");
    }
    let mut differing = Vec::new();
    if !all_same(elves, |(copy, elf)| plain_soname(copy, elf)) {
        differing.push("SONAME");
    }
    if !all_same(elves, |(_, elf)| needed(elf)) {
        differing.push("NEEDED");
    }
    if !all_same(elves, |(_, elf)| elf.comment.iter().cloned().collect::<BTreeSet<_>>()) {
        differing.push("toolchain (`.comment`)");
    }
    if !differing.is_empty() {
        return Agreement::Differs(differing);
    }
    if elves.iter().any(|(_, elf)| elf.comment.is_empty()) {
        return Agreement::Unknown("the toolchain is not stated (no `.comment`)");
    }
    Agreement::Agrees
}

/// NEEDED in order, graft hashes taken out: a repair tool hashes the library *before* it patches it.
fn needed(elf: &Elf) -> Vec<String> {
    elf.dynamic.iter().flat_map(|dynamic| &dynamic.needed).map(|name| ungrafted(name)).collect()
}

fn all_same<T, F: PartialEq>(items: &[T], fact: impl Fn(&T) -> F) -> bool {
    let mut facts = items.iter().map(fact);
    let Some(first) = facts.next() else { return true };
    facts.all(|other| other == first)
}
