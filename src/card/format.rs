//! The card's words and figures, shared by the page and the exports; the rules are in STYLE.md.

use crate::binary::{FileKind, Group, Role};
use crate::container::{self, Installer};
use crate::evidence::Verdict;
use crate::parity::{Basis, Confidence, Copy, Pair, PairedBy, Rung};

use super::model::{NoteKind, Origin, Progress, WheelHead};

/// What must be said of a card that is not from bytes.
pub fn origin(origin: Origin) -> Option<&'static str> {
    match origin {
        Origin::Bytes => None,
        Origin::SavedReport => Some(
            "From a saved report, not from bytes: what stands here was read when the report was saved, and none of it \
             was looked at again.",
        ),
    }
}

/// A number with thousands separators: `64,973,024`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len().saturating_mul(2));
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && digits.len().saturating_sub(at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A size for the eye: `61.9 MiB`. It never replaces the exact number.
pub fn human_bytes(bytes: u64) -> String {
    let mut unit = "B";
    let mut tenths = u128::from(bytes).saturating_mul(10);
    for next in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] {
        if tenths < 10_240 {
            break;
        }
        // Rounded to the nearest tenth at each step would add up errors; a shift of ten bits keeps within one tenth.
        tenths >>= 10;
        unit = next;
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{}.{} {unit}", tenths / 10, tenths % 10) }
}

/// A long id or digest as head…tail, 8 characters each; a short one whole. Only for places beside which the whole one
/// stands.
pub fn abbreviated(text: &str) -> String {
    ends(text, 8, 8)
}

/// The head of a digest: `5c633e29…`. Only for places beside which the whole one stands.
pub fn head(text: &str) -> String {
    ends(text, 8, 0)
}

fn ends(text: &str, head: usize, tail: usize) -> String {
    let length = text.chars().count();
    if length <= head.saturating_add(tail).saturating_add(1) {
        return text.to_owned();
    }
    let first: String = text.chars().take(head).collect();
    let last: String = text.chars().skip(length.saturating_sub(tail)).collect();
    format!("{first}…{last}")
}

/// Values by wheel, those that are equal drawn together: `64,973,024 (cp310, cp311) · 64,968,928 (cp312)`; one value
/// alone when all `wheels` have it.
pub fn collapsed<T: PartialEq>(values: &[(usize, T)], wheels: &[WheelHead], show: impl Fn(&T) -> String) -> String {
    let mut distinct: Vec<(&T, Vec<usize>)> = Vec::new();
    for (wheel, value) in values {
        match distinct.iter_mut().find(|(known, _)| *known == value) {
            Some((_, having)) => having.push(*wheel),
            None => distinct.push((value, vec![*wheel])),
        }
    }
    match distinct.as_slice() {
        [(value, having)] if having.len() == wheels.len() => show(value),
        _ => {
            let parts: Vec<String> = distinct
                .iter()
                .map(|(value, having)| format!("{} ({})", show(value), labels(having, wheels)))
                .collect();
            parts.join(" · ")
        }
    }
}

/// The sizes of a pair's copies, see [`collapsed`].
pub fn sizes(copies: &[Copy], wheels: &[WheelHead]) -> String {
    let values: Vec<(usize, u64)> = copies.iter().map(|copy| (copy.wheel, copy.size)).collect();
    collapsed(&values, wheels, |size| thousands(*size))
}

/// The labels of some wheels: `cp310, cp311`.
pub fn labels(some: &[usize], wheels: &[WheelHead]) -> String {
    let labels: Vec<&str> = some.iter().map(|at| label(*at, wheels)).collect();
    labels.join(", ")
}

/// The labels of some wheels inside a sentence, those beyond a few counted: `cp310, cp311, cp312 and 4 more`.
pub fn few_labels(some: &[usize], wheels: &[WheelHead]) -> String {
    const FEW: usize = 4;
    match some.get(..FEW.saturating_sub(1)) {
        Some(first) if some.len() > FEW => {
            format!("{} and {} more", labels(first, wheels), some.len().saturating_sub(first.len()))
        }
        _ => labels(some, wheels),
    }
}

/// The label of one wheel; `?` for an index that is none.
pub fn label(wheel: usize, wheels: &[WheelHead]) -> &str {
    wheels.get(wheel).map_or("?", |wheel| wheel.label.as_str())
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A count with its noun: `1 binary`, `5 binaries`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    let number = thousands(u64::try_from(count).unwrap_or(u64::MAX));
    format!("{number} {}", if count == 1 { one } else { many })
}

/// A number of bytes: `1 byte`, `4,096 bytes`.
pub fn bytes(count: u64) -> String {
    format!("{} {}", thousands(count), if count == 1 { "byte" } else { "bytes" })
}

/// How the text calls all of `count` wheels: `both wheels`, `all three wheels`.
pub fn all_wheels(count: usize) -> String {
    match count {
        0 | 1 => "the wheel".to_owned(),
        2 => "both wheels".to_owned(),
        3 => "all three wheels".to_owned(),
        4 => "all four wheels".to_owned(),
        5 => "all five wheels".to_owned(),
        6 => "all six wheels".to_owned(),
        more => format!("all {more} wheels"),
    }
}

/// A text to be shown literally inside a sentence, in backticks. What would break out of them, deceive the eye or the
/// line (backticks, control characters, characters that turn the reading direction) is written as `\u{…}`.
pub fn literal(text: &str) -> String {
    format!("`{}`", visible(text))
}

/// The text with backticks, control and direction characters made visible.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_deceptive(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

fn is_deceptive(c: char) -> bool {
    let turns = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    c == '`' || c.is_control() || turns
}

/// A piece of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span<'a> {
    /// Plain words.
    Text(&'a str),
    /// Something literal: a name, an id, a digest; without its backticks.
    Literal(&'a str),
}

/// A sentence of the card taken apart at its backticks, which always come in pairs (see [`literal`]).
pub fn spans(sentence: &str) -> impl Iterator<Item = Span<'_>> {
    let pieces = sentence.split('`').enumerate().filter(|(_, piece)| !piece.is_empty());
    pieces.map(|(at, piece)| if at.is_multiple_of(2) { Span::Text(piece) } else { Span::Literal(piece) })
}

/// A word of the card and what it means, in one sentence: its tooltip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The word.
    pub word: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const fn term(word: &'static str, meaning: &'static str) -> Term {
    Term { word, meaning }
}

/// The word of a rung.
pub fn rung(rung: Rung) -> Term {
    match rung {
        Rung::ByteIdentical => term(
            "byte-identical",
            "Every wheel that has this binary holds the same bytes: a finding made in one copy is exact for all.",
        ),
        Rung::SameSource => term(
            "rebuilt",
            "The bytes differ from wheel to wheel, and it is no extension module for one Python ABI: how far logic and \
             addresses carry over is said beside it.",
        ),
        Rung::PerAbi => term(
            "per-ABI",
            "An extension module built for each Python ABI: what is found in one wheel says nothing of the others.",
        ),
        Rung::Unlike => term(
            "not comparable",
            "The copies are for different machines, of different formats or of different kinds: there is no one binary \
             to speak of.",
        ),
        Rung::OnlyOne => term("only here", "Only one of the compared wheels has it, so there is nothing to compare."),
        Rung::Unknown => {
            term("not known", "Neither the bytes nor RECORD say enough yet to compare the copies of this binary.")
        }
    }
}

/// The word of a row's rung, with what it rests on: equal digests that are only claimed are not equal bytes.
pub fn rung_of(pair: &Pair) -> Term {
    let Term { word, meaning } = rung(pair.rung);
    let meaning = match (pair.rung, pair.basis) {
        (Rung::ByteIdentical, Basis::ClaimedByRecord | Basis::Incomplete) => {
            "By what RECORD claims, every wheel that has this binary holds the same bytes; those of a copy were not hashed."
        }
        (Rung::ByteIdentical, Basis::Doubtful) => "The digests are equal, but the bytes of a copy are in doubt.",
        _ => meaning,
    };
    Term { word, meaning }
}

/// What stands on a rung, as the ladder's line begins.
pub fn rung_title(rung: Rung) -> &'static str {
    match rung {
        Rung::ByteIdentical => "Byte-identical",
        Rung::SameSource => "Same source, stamped or rebuilt for each wheel",
        Rung::PerAbi => "A distinct artifact for each Python ABI",
        Rung::Unlike => "Not comparable: other machine, format or kind",
        Rung::OnlyOne => "Only in one wheel",
        Rung::Unknown => "Not known yet",
    }
}

/// The word of a confidence.
pub fn confidence(confidence: Confidence) -> Term {
    match confidence {
        Confidence::Confirmed => term("CONFIRMED", "All bytes were looked at, and they say so."),
        Confidence::Strong => term("STRONG", "Independent facts agree, though the bytes differ."),
        Confidence::Inferred => term("INFERRED", "Likely; check it again before you rely on it."),
        Confidence::None => term("NONE", "No claim is made."),
    }
}

/// How sure a row is that logic carries over.
pub fn logic(pair: &Pair) -> Term {
    let Term { word, meaning } = confidence(pair.logic);
    let meaning = match (code_differs(pair), pair.logic) {
        (true, Confidence::Strong) => "Exported symbols, NEEDED, SONAME and toolchain agree, though code differs.",
        (true, Confidence::Inferred) => {
            "Code differs, or there is a doubt about it, and what the copies state does not settle that it is one source."
        }
        _ => meaning,
    };
    Term { word, meaning }
}

/// How sure a row is that addresses carry over.
pub fn addresses(pair: &Pair) -> Term {
    let Term { word, meaning } = confidence(pair.addresses);
    let meaning = match (code_differs(pair), pair.addresses) {
        (true, Confidence::Inferred) => {
            "Code differs, or there is a doubt about it: each address must be looked up one by one (carry box)."
        }
        _ => meaning,
    };
    Term { word, meaning }
}

/// Whether the copies were compared byte by byte, and their code was not found equal.
fn code_differs(pair: &Pair) -> bool {
    pair.evidence.as_ref().is_some_and(|star| star.verdict == Some(Verdict::CodeDiffers))
}

/// The word of what the second look came to; of `None` while there was none.
pub fn verdict(verdict: Option<Verdict>) -> Term {
    match verdict {
        Some(Verdict::StampOnly) => term(
            "stamp only",
            "All that differs is identity or debug data: every other loaded byte is equal, at its address.",
        ),
        Some(Verdict::CodeEqual) => {
            term("code equal", "Every byte that can run is equal, at equal addresses; some data differs.")
        }
        Some(Verdict::CodeShifted) => {
            term("code shifted", "Every byte that can run is equal, all of it moved by one constant distance.")
        }
        Some(Verdict::CodeDiffers) => {
            term("code differs", "Code differs, or there is a doubt about it: check every address again.")
        }
        None => term("not compared", "The copies were not compared byte by byte."),
    }
}

/// What the second look came to for a pair; `None` while there was none, or it came to nothing.
pub fn found(pair: &Pair) -> Option<Term> {
    pair.evidence.as_ref()?.verdict.map(|found| verdict(Some(found)))
}

/// The word of a basis, on a card that comes from there.
pub fn basis(basis: Basis, origin: Origin) -> Term {
    match basis {
        Basis::Verified => match origin {
            Origin::Bytes => {
                term(verified(origin), "All bytes of every copy were inflated, counted, CRC-checked and hashed here.")
            }
            Origin::SavedReport => term(
                verified(origin),
                "The report says that all bytes of every copy were inflated, counted, CRC-checked and hashed when it was \
                 saved; none of them was looked at again.",
            ),
        },
        Basis::ClaimedByRecord => {
            term("claimed by RECORD", "A digest is only what the wheel says of itself; its bytes were not hashed.")
        }
        Basis::Doubtful => {
            term("doubtful", "The bytes of a copy are in doubt; the row's reason and the findings say why.")
        }
        Basis::Incomplete => term("incomplete", "A copy has no digest, neither computed nor claimed."),
    }
}

/// The word for what rests on all its bytes: on a card from a saved report they were looked at when it was saved.
pub fn verified(origin: Origin) -> &'static str {
    match origin {
        Origin::Bytes => "verified",
        Origin::SavedReport => "saved as verified",
    }
}

/// What is said in place of a fact that only a copy's bytes give, when it is not known.
pub fn not_read(copy: &Copy) -> &'static str {
    if copy.unread.is_some() { "can't be read here" } else { "not read yet" }
}

/// The word of a group, for many.
pub fn group(group: Group) -> Term {
    match group {
        Group::Executable => {
            term("Executables", "Programs, told by their bytes: header type, PIE flag or interpreter.")
        }
        Group::SharedLibrary => term("Shared libraries", "Libraries that other binaries load."),
        Group::ExtensionModule => term(
            "Extension modules",
            "Libraries that Python imports: they export `PyInit_…` or carry an interpreter tag.",
        ),
        Group::Other => term(
            "Other",
            "Static and relocatable objects, debug companions, and files that are named like a binary and are none.",
        ),
    }
}

/// A group's nouns inside a sentence, for one and for many.
pub fn group_nouns(group: Group) -> (&'static str, &'static str) {
    match group {
        Group::Executable => ("executable", "executables"),
        Group::SharedLibrary => ("shared library", "shared libraries"),
        Group::ExtensionModule => ("extension module", "extension modules"),
        Group::Other => ("other file", "other files"),
    }
}

/// The word of a role.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Executable => "executable",
        Role::ExtensionModule => "extension module",
        Role::SharedLibrary => "shared library",
        Role::RunnableLibrary => "library, also runnable",
        Role::Relocatable => "relocatable object",
        Role::StaticLibrary => "static library",
        Role::DebugCompanion => "debug companion",
        Role::Other => "other image",
    }
}

/// The word of a file kind.
pub fn file_kind(kind: FileKind) -> &'static str {
    kind.in_words()
}

/// How a pair came together, as the end of a sentence that begins "paired by".
pub fn paired_by(by: PairedBy) -> &'static str {
    match by {
        PairedBy::Path => "path",
        PairedBy::NormalisedPath => "path, with interpreter tag, data prefix or graft hash taken out",
        PairedBy::Content => "equal bytes",
        PairedBy::Soname => "SONAME",
        PairedBy::BuildId => "build-id",
    }
}

/// A tool that installs or takes wheels, and where its rules were read.
pub fn installer(tool: Installer) -> Term {
    match tool {
        Installer::PyPI => term(
            "PyPI",
            "By the upload checks of warehouse (utils/zipfiles.py and forklift/legacy.py), commit 6b6215712.",
        ),
        Installer::Pip => term(
            "pip",
            "By pip 26.3.dev0 (operations/install/wheel.py and utils/wheel.py), and by CPython's zipfile as of 3.11.7 and \
             the issues that changed it since.",
        ),
        Installer::Uv => term(
            "uv",
            "By uv 0.12.5 (crates/uv-extract) and the zip reader that it uses (rs-async-zip, commit 1ab7123).",
        ),
    }
}

/// When the rules of [`installer`] were read; `docs/installers.md` has them.
pub const INSTALLERS_READ: &str = "2026-12";

/// What a tool does with a wheel.
pub fn installer_verdict(verdict: container::Verdict) -> Term {
    match verdict {
        container::Verdict::Accepts => term("accepts", "None of its published rules is against the container."),
        container::Verdict::Refuses => term("refuses", "One of its published rules is against the container."),
        container::Verdict::Unknown => {
            term("unknown", "What was read of it does not settle this, or it depends on the tool's version.")
        }
    }
}

/// The word that a note begins with.
pub fn note_kind(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Alarm => "ALARM",
        NoteKind::Quirk => "QUIRK",
        NoteKind::Note => "NOTE",
    }
}

/// How far a wheel is looked at, and whether that found it as it is claimed: `verified`, `read, 2 alarms`,
/// `read, 1 member can't be read here`.
pub fn wheel_state(how_far: Progress, alarms: usize, unread: usize, origin: Origin) -> String {
    let word = match (how_far, alarms, unread) {
        (Progress::Verified, 0, 0) => verified(origin).to_owned(),
        // Not everything that was looked at is true, or not everything could be looked at.
        (Progress::Verified, _, _) => saved_as("read", origin),
        _ => saved_as(progress(how_far).word, origin),
    };
    let alarms = (alarms > 0).then(|| counted(alarms, "alarm", "alarms"));
    let unread = (unread > 0).then(|| format!("{} can't be read here", counted(unread, "member", "members")));
    let parts: Vec<String> = std::iter::once(word).chain(alarms).chain(unread).collect();
    parts.join(", ")
}

fn saved_as(word: &str, origin: Origin) -> String {
    match origin {
        Origin::Bytes => word.to_owned(),
        Origin::SavedReport => format!("saved as {word}"),
    }
}

/// The word of a wheel's progress.
pub fn progress(progress: Progress) -> Term {
    match progress {
        Progress::Listed => term("listed", "Directory, METADATA, WHEEL and RECORD were read; all else is their claim."),
        Progress::Identified => term("identified", "Kinds and ids of all binaries were read from their bytes."),
        Progress::Verified => term("verified", "All bytes were looked at; what could not be read has a finding."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_of_the_installers_rules_are_those_of_the_documentation() {
        let docs = include_str!("../../docs/installers.md");
        for source in [INSTALLERS_READ, "6b6215712", "26.3.dev0", "3.11.7", "0.12.5", "1ab7123"] {
            assert!(docs.contains(source), "{source}");
            let named = Installer::ALL.iter().any(|tool| installer(*tool).meaning.contains(source));
            assert!(named || source == INSTALLERS_READ, "{source}");
        }
    }

    #[test]
    fn thousands_are_separated() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (64_973_024, "64,973,024")] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn human_sizes_have_one_decimal_and_a_binary_unit() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (64_973_024, "61.9 MiB"),
            (234_006_296, "223.1 MiB"),
            (6 << 30, "6.0 GiB"),
        ] {
            assert_eq!(human_bytes(bytes), text);
        }
    }

    #[test]
    fn long_ids_are_cut_in_the_middle_and_short_ones_are_not() {
        assert_eq!(abbreviated("92b4d331a42d7e80bb839e03218d2b9b0c23c346"), "92b4d331…0c23c346");
        assert_eq!(abbreviated("93dd8bd9bd4c697b"), "93dd8bd9bd4c697b");
        assert_eq!(head("5c633e29aaaaaaaaaa"), "5c633e29…");
    }

    #[test]
    fn a_literal_never_breaks_out_of_its_backticks() {
        let hostile = "a`b\n\u{202e}cod";
        let sentence = format!("See {} here.", literal(hostile));
        assert_eq!(sentence, "See `a\\u{60}b\\u{a}\\u{202e}cod` here.");
        let spans: Vec<Span<'_>> = spans(&sentence).collect();
        assert_eq!(spans, [Span::Text("See "), Span::Literal("a\\u{60}b\\u{a}\\u{202e}cod"), Span::Text(" here.")]);
    }

    #[test]
    fn lists_read_as_english() {
        let list = |items: &[&str]| listed(&items.iter().map(|i| (*i).to_owned()).collect::<Vec<_>>());
        assert_eq!((list(&[]), list(&["a"])), (String::new(), "a".into()));
        assert_eq!((list(&["a", "b"]), list(&["a", "b", "c"])), ("a and b".into(), "a, b and c".into()));
    }
}
