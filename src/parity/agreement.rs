//! Whether the copies of a binary whose bytes differ still say the same of themselves.

use std::collections::BTreeSet;

use crate::binary::{Binary, Elf, ElfClass, Endian, Exports, FileKind, Role, RoleEvidence};

use super::copies::Candidate;
use super::key::ungrafted;
use super::pairing::plain_soname;

/// What comparing the stated facts of all copies came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Agreement {
    /// Exported symbols, SONAME, NEEDED, machine and toolchain are the same in every copy.
    Agrees,
    /// These are not the same.
    Differs(Vec<String>),
    /// The copies are for different machines, of different formats or of different kinds, so that nothing can carry
    /// over; what each is, in the order of the wheels.
    Unlike(Vec<String>),
    /// Too little is known, and what.
    Unknown(&'static str),
}

/// Compares what the copies state of themselves.
pub(super) fn of(copies: &[Candidate<'_>]) -> Agreement {
    if let Some(unlike) = unlike(copies) {
        return Agreement::Unlike(unlike);
    }
    let mut binaries: Vec<(&Candidate<'_>, &Binary)> = Vec::with_capacity(copies.len());
    for copy in copies {
        let Some(known) = copy.identified else {
            return Agreement::Unknown("not every copy's format was looked at yet");
        };
        if !known.complete {
            return Agreement::Unknown("the format facts of a copy rest on its head only");
        }
        let Some(binary) = &known.binary else {
            return Agreement::Unknown("it is no binary, so nothing but its bytes speaks for it");
        };
        binaries.push((copy, binary));
    }
    let elves: Vec<(&Candidate<'_>, &Binary, &Elf)> =
        binaries.iter().filter_map(|(copy, binary)| Some((*copy, *binary, binary.elf.as_ref()?))).collect();
    if elves.len() == copies.len() {
        of_elves(&elves)
    } else if copies.iter().filter_map(|copy| copy.identified).any(|known| known.kind == FileKind::Elf) {
        Agreement::Unknown("the ELF facts of a copy could not be read")
    } else {
        Agreement::Unknown("no evidence is computed for this format")
    }
}

fn of_elves(elves: &[(&Candidate<'_>, &Binary, &Elf)]) -> Agreement {
    let mut differing: Vec<String> = Vec::new();
    if !all_same(elves, |(_, binary, _)| binary.role) {
        differing.push("role".to_owned());
    }
    let exports: Vec<&Exports> = elves.iter().filter_map(|(_, _, elf)| elf.exports.as_ref()).collect();
    if !all_same(&exports, |exports| *exports) {
        differing.push(format!("exported symbols ({})", counted(&exports)));
    }
    if !all_same(elves, |(copy, _, elf)| plain_soname(copy, elf)) {
        differing.push("SONAME".to_owned());
    }
    if !all_same(elves, |(_, _, elf)| needed(elf)) {
        differing.push("NEEDED".to_owned());
    }
    if !all_same(elves, |(_, _, elf)| elf.comment.iter().cloned().collect::<BTreeSet<_>>()) {
        differing.push("toolchain (`.comment`)".to_owned());
    }
    if !differing.is_empty() {
        return Agreement::Differs(differing);
    }
    if exports.len() < elves.len() {
        return Agreement::Unknown("the exported symbols of a copy are not known");
    }
    if elves.iter().any(|(_, _, elf)| elf.comment.is_empty()) {
        return Agreement::Unknown("the toolchain is not stated (no `.comment`)");
    }
    Agreement::Agrees
}

/// How many symbols each copy exports, of copies that don't export the same. Ex) `12 here, 13 there`
fn counted(exports: &[&Exports]) -> String {
    match exports {
        [first, others @ ..] if others.iter().all(|other| other.count == first.count) => {
            format!("{} in each, but not the same", first.count)
        }
        [one, other] => format!("{} here, {} there", one.count, other.count),
        several => {
            let counts: Vec<String> = several.iter().map(|exports| exports.count.to_string()).collect();
            format!("wheel by wheel: {}", counts.join(", "))
        }
    }
}

/// What the copies are, when they are not one thing: of several formats, else for several machines, else of several
/// kinds. Of copies that were not looked at yet nothing is said.
fn unlike(copies: &[Candidate<'_>]) -> Option<Vec<String>> {
    let known = || copies.iter().filter_map(|copy| copy.identified);
    let binaries = || known().filter_map(|known| known.binary.as_ref());
    several(known().map(|known| known.kind.in_words().to_owned()))
        .or_else(|| several(binaries().map(architecture)))
        .or_else(|| several(binaries().filter_map(|binary| binary.elf.as_ref()).map(layout)))
        .or_else(|| several(binaries().filter_map(nature).map(str::to_owned)))
}

/// The distinct words, in order, when there are several.
fn several(words: impl Iterator<Item = String>) -> Option<Vec<String>> {
    let mut distinct: Vec<String> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        if !distinct.contains(&word) {
            distinct.push(word);
        }
    }
    (distinct.len() > 1).then_some(distinct)
}

/// The machine, or machines, that a binary is for.
fn architecture(binary: &Binary) -> String {
    match &binary.elf {
        Some(elf) => elf.architecture(),
        None => binary.slices.iter().map(|slice| slice.architecture.as_str()).collect::<Vec<_>>().join(" + "),
    }
}

/// What tells ABIs of one machine apart.
fn layout(elf: &Elf) -> String {
    let bits = match elf.class {
        ElfClass::Elf32 => "32-bit",
        ElfClass::Elf64 => "64-bit",
    };
    let order = match elf.endian {
        Endian::Little => "little-endian",
        Endian::Big => "big-endian",
    };
    format!("{bits} {order} {}", elf.architecture())
}

/// What a binary is for, as far as it makes two files incomparable: libraries of all sorts are one nature. `None` while
/// only its head was seen.
fn nature(binary: &Binary) -> Option<&'static str> {
    if binary.role_evidence == RoleEvidence::Provisional {
        return None;
    }
    Some(match binary.role {
        Role::ExtensionModule | Role::SharedLibrary | Role::RunnableLibrary => "library",
        role => role.in_words(),
    })
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
