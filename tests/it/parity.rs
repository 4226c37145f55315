//! Pairing, rungs and confidence, over reports made by hand.

use wheelcard::binary::{ElfClass, FileKind, Group, Role};
use wheelcard::container::Place;
use wheelcard::finding::{Code, Finding, Severity};
use wheelcard::parity::{Basis, Confidence, Pair, PairedBy, Rung, pair};
use wheelcard::report::WheelReport;
use wheelcard::scan::scan;

use crate::neuronx_wheels::zipped;
use crate::reports::{File, Moment, library, module, other, program, refs, three, three_at, wheel};
use crate::small_elf::{Kind, SmallElf};

fn pairs(reports: &[WheelReport]) -> Vec<Pair> {
    pair(&refs(reports))
}

/// The only pair of these reports.
fn only(reports: &[WheelReport]) -> Pair {
    let mut pairs = pairs(reports);
    assert_eq!(pairs.len(), 1, "{:?}", keys(&pairs));
    pairs.remove(0)
}

fn keys(pairs: &[Pair]) -> Vec<&str> {
    pairs.iter().map(|pair| pair.key.as_str()).collect()
}

/// One file in each of three wheels, made from the wheel's number.
fn each(file: impl Fn(usize) -> File) -> [Vec<File>; 3] {
    [0, 1, 2].map(|at| vec![file(at)])
}

fn standing(pair: &Pair) -> (Rung, Basis, Confidence, Confidence) {
    (pair.rung, pair.basis, pair.logic, pair.addresses)
}

use Confidence::{Confirmed, Inferred, None as NoClaim, Strong};

#[test]
fn equal_bytes_that_were_looked_at_are_confirmed() {
    let pair = only(&three(&each(|_| library("d/libx.so", "same"))));
    assert_eq!(standing(&pair), (Rung::ByteIdentical, Basis::Verified, Confirmed, Confirmed));
    assert_eq!(pair.reason, "equal SHA-256, computed from all bytes of every copy");
    assert_eq!((pair.group, pair.paired_by), (Group::SharedLibrary, PairedBy::Path));
    assert!(pair.missing.is_empty());
}

#[test]
fn equal_claims_of_record_are_never_confirmed() {
    for moment in [Moment::Listed, Moment::Identified] {
        let pair = only(&three_at(&each(|_| library("d/libx.so", "same")), moment));
        assert_eq!(standing(&pair), (Rung::ByteIdentical, Basis::ClaimedByRecord, Inferred, Inferred));
        assert_eq!(pair.reason, "equal SHA-256, claimed by RECORD and not verified");
    }
}

#[test]
fn one_copy_that_is_only_claimed_keeps_the_pair_from_confirmed() {
    let mut reports = three(&each(|_| library("d/libx.so", "same")));
    reports[2].members[0].verified = None;
    assert_eq!(standing(&only(&reports)), (Rung::ByteIdentical, Basis::ClaimedByRecord, Inferred, Inferred));
}

#[test]
fn a_claim_that_the_bytes_deny_moves_the_rung_and_casts_doubt() {
    let lying = |at| if at == 1 { library("d/libx.so", "diff").claims("same") } else { library("d/libx.so", "same") };
    let listed = only(&three_at(&each(lying), Moment::Listed));
    assert_eq!(listed.rung, Rung::ByteIdentical);
    let verified = only(&three(&each(lying)));
    assert_eq!(standing(&verified), (Rung::SameSource, Basis::Doubtful, Inferred, Inferred));
    assert!(verified.copies[1].doubtful && !verified.copies[0].doubtful);
}

#[test]
fn a_crc_that_fails_keeps_equal_digests_from_confirmed() {
    let file = |at| if at == 0 { library("d/libx.so", "same").bad_crc() } else { library("d/libx.so", "same") };
    let pair = only(&three(&each(file)));
    assert_eq!(standing(&pair), (Rung::ByteIdentical, Basis::Doubtful, Inferred, Inferred));
    assert_eq!(
        pair.reason,
        "equal SHA-256; the bytes of a copy are doubtful: its CRC-32 or size is not what the container claims"
    );
}

#[test]
fn an_alarm_about_a_member_or_its_container_casts_doubt() {
    const ALARM: Code = Code { id: "test.alarm", severity: Severity::Alarm, meaning: "two tools see different bytes" };
    const WARNING: Code = Code { severity: Severity::Warning, ..ALARM };
    let about = |code: &Code, member: Option<&str>| {
        let mut reports = three(&each(|_| library("d/libx.so", "same")));
        let finding = Finding::new(code, "odd");
        let finding = match member {
            Some(member) => finding.in_member(member),
            None => finding,
        };
        reports[0].listing.directory.findings.push(finding);
        only(&reports).basis
    };
    assert_eq!(about(&ALARM, Some("d/libx.so")), Basis::Doubtful);
    assert_eq!(about(&ALARM, None), Basis::Doubtful);
    assert_eq!(about(&ALARM, Some("d/other.py")), Basis::Verified);
    assert_eq!(about(&WARNING, Some("d/libx.so")), Basis::Verified);
}

#[test]
fn of_two_entries_of_one_name_the_last_is_the_copy_and_is_doubtful() {
    let files = [
        vec![library("d/libx.so", "first"), library("d/libx.so", "same")],
        vec![library("d/libx.so", "same")],
        vec![library("d/libx.so", "same")],
    ];
    let pair = only(&three(&files));
    assert_eq!(standing(&pair), (Rung::ByteIdentical, Basis::Doubtful, Inferred, Inferred));
    assert_eq!((pair.copies[0].entry, pair.copies[0].doubtful), (1, true));
    let twins: Vec<_> = pair.copies[0].twins.iter().map(|twin| (twin.entry, twin.sha256)).collect();
    assert_eq!(twins, [(0, Some(wheelcard::bytes::Sha256::of(b"first")))]);
}

#[test]
fn a_binary_that_a_text_of_the_same_name_overwrites_is_still_shown() {
    let files = || vec![library("d/data.bin", "elf"), other("d/data.bin", "text", FileKind::Text)];
    let pair = only(&three(&[files(), files(), files()]));
    assert_eq!((pair.copies[0].kind, pair.basis), (Some(FileKind::Text), Basis::Doubtful));
}

#[test]
fn two_entries_of_one_name_and_the_same_proven_bytes_are_beyond_doubt() {
    let twice = || vec![library("d/libx.so", "same"), library("d/libx.so", "same")];
    let files = || [twice(), twice(), twice()];
    assert_eq!(only(&three(&files())).basis, Basis::Verified);
    assert_eq!(only(&three_at(&files(), Moment::Listed)).basis, Basis::Doubtful);
}

#[test]
fn an_entry_that_only_a_streaming_reader_sees_is_shown_and_doubtful() {
    let reports = three(&each(|_| library("d/libx.so", "same").local_only()));
    assert_eq!(reports[0].listing.directory.entries[0].place, Place::LocalOnly);
    assert_eq!(only(&reports).basis, Basis::Doubtful);
}

#[test]
fn rebuilt_libraries_are_strong_in_logic_while_what_they_state_agrees() {
    let stated = |change: fn(File, usize) -> File| {
        let file = |at: usize| change(library("d/libx.so", &format!("bytes {at}")), at);
        let pair = only(&three(&each(file)));
        assert_eq!((pair.rung, pair.basis), (Rung::SameSource, Basis::Verified));
        (pair.logic, pair.addresses, pair.reason)
    };
    let agrees = "the bytes differ; exported symbols, SONAME, NEEDED, machine and toolchain agree".to_owned();
    assert_eq!(stated(|file, _| file), (Strong, Inferred, agrees));
    let differs = |what: &str| (Inferred, Inferred, format!("the bytes differ, and so does what they state: {what}"));
    assert_eq!(stated(|file, at| file.soname(&format!("libx.so.{at}"))), differs("SONAME"));
    assert_eq!(stated(|file, at| file.needed(&format!("libpython3.{at}.so"))), differs("NEEDED"));
    assert_eq!(stated(|file, at| file.comment(&[&format!("GCC {at}")])), differs("toolchain (`.comment`)"));
    let exports = |change: fn(File, usize) -> File, counts: &str| {
        assert_eq!(stated(change), differs(&format!("exported symbols ({counts})")));
    };
    exports(|file, at| file.exports(Some(["f", "g", "h"][at])), "1 in each, but not the same");
    exports(|file, at| file.exports(Some(["f", "f", "fg"][at])), "wheel by wheel: 1, 1, 2");
    exports(|file, at| file.exports([Some("f"), None, Some("fg")][at]), "1 here, 2 there");
    let unknown = |what: &str| (Inferred, Inferred, format!("the bytes differ, and {what}"));
    let no_exports = unknown("the exported symbols of a copy are not known");
    assert_eq!(stated(|file, at| file.exports([Some("f"), None, Some("f")][at])), no_exports);
    assert_eq!(stated(|file, _| file.comment(&[])), unknown("the toolchain is not stated (no `.comment`)"));
    assert_eq!(stated(|file, _| file.head_only()), unknown("the format facts of a copy rest on its head only"));
}

#[test]
fn rebuilt_libraries_that_export_other_symbols_are_inferred_in_logic() {
    let wheel = |tag: &str, symbol: &str, stamp: &str| {
        let elf = SmallElf { kind: Kind::Module, id: "00", name: symbol, needed: &["libc.so.6"], stamp, size: 4096 };
        let metadata = b"Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n".to_vec();
        let info = |name: &str| format!("demo-1.0.dist-info/{name}");
        let tags = format!("Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag}-{tag}-linux_x86_64\n");
        let files = vec![
            ("demo/liba.so".to_owned(), elf.bytes()),
            (info("METADATA"), metadata),
            (info("WHEEL"), tags.into_bytes()),
        ];
        scan(zipped(files, &info("RECORD")), &format!("demo-1.0-{tag}-{tag}-linux_x86_64.whl")).unwrap()
    };
    let of = |first: (&str, &str), second: (&str, &str)| {
        let pair = only(&[wheel("cp310", first.0, first.1), wheel("cp311", second.0, second.1)]);
        assert_eq!((pair.rung, pair.basis, pair.addresses), (Rung::SameSource, Basis::Verified, Inferred));
        (pair.logic, pair.reason)
    };
    let agrees = "the bytes differ; exported symbols, SONAME, NEEDED, machine and toolchain agree";
    assert_eq!(of(("f", "one"), ("f", "two")), (Strong, agrees.to_owned()));
    let differ = "the bytes differ, and so does what they state: exported symbols (1 in each, but not the same)";
    assert_eq!(of(("f", "one"), ("g", "one")), (Inferred, differ.to_owned()));
}

#[test]
fn claims_of_different_digests_are_inferred_even_when_the_facts_agree() {
    let files = each(|at| library("d/libx.so", &format!("bytes {at}")));
    let pair = only(&three_at(&files, Moment::Identified));
    assert_eq!(standing(&pair), (Rung::SameSource, Basis::ClaimedByRecord, Inferred, Inferred));
    assert_eq!(pair.reason, "RECORD claims different SHA-256, which are not verified");
}

#[test]
fn copies_that_are_not_of_one_kind_carry_no_claim() {
    let unlike = |first: File, second: fn(&str) -> File, reason: &str| {
        let file = |at: usize| if at == 0 { first.clone() } else { second(if at == 1 { "one" } else { "other" }) };
        let pair = only(&three(&each(file)));
        assert_eq!(standing(&pair), (Rung::Unlike, Basis::Verified, NoClaim, NoClaim), "{pair:?}");
        assert_eq!(pair.reason, format!("not comparable: {reason}"));
    };
    let lib = |content: &str| library("d/libx.so", content);
    unlike(library("d/libx.so", "arm").machine(183), lib, "aarch64 here, x86-64 there");
    unlike(library("d/libx.so", "x32").class(ElfClass::Elf32), lib, "x32 here, x86-64 there");
    unlike(
        library("d/libx.so", "odd").machine(999).class(ElfClass::Elf32),
        |content| library("d/libx.so", content).machine(999),
        "32-bit little-endian Advanced Micro Devices X86-64 here, 64-bit little-endian Advanced Micro Devices X86-64 there",
    );
    unlike(other("d/libx.so", "pointer", FileKind::LfsPointer), lib, "git-LFS pointer here, ELF there");
    unlike(other("d/libx.so", "mach", FileKind::MachO), lib, "Mach-O here, ELF there");
    unlike(other("d/libx.so", "", FileKind::Empty), lib, "empty file here, ELF there");
    unlike(
        other("d/bin/x", "#!/bin/sh", FileKind::Script),
        |content| program("d/bin/x", content),
        "script here, ELF there",
    );
    unlike(
        library("d/libx.so", "debug").role(Group::Other, Role::DebugCompanion),
        lib,
        "debug companion here, library there",
    );
    // A module for one ABI is no module for another machine's.
    unlike(
        module("d/_x.cpython-310-aarch64-linux-gnu.so", "arm").machine(183),
        |content| module("d/_x.cpython-310-x86_64-linux-gnu.so", content),
        "aarch64 here, x86-64 there",
    );
}

#[test]
fn unlike_copies_of_three_kinds_are_told_wheel_by_wheel_and_need_no_digest() {
    let machines = [62, 183, 3];
    let pair = only(&three(&each(|at| library("d/libx.so", &format!("bytes {at}")).machine(machines[at]))));
    assert_eq!(pair.reason, "not comparable, wheel by wheel: x86-64, aarch64, i386");
    let claimed = each(|at| library("d/libx.so", &format!("bytes {at}")).machine(machines[at]));
    let pair = only(&three_at(&claimed, Moment::Identified));
    assert_eq!((pair.rung, pair.basis), (Rung::Unlike, Basis::ClaimedByRecord));
    // What was not looked at says nothing.
    assert_eq!(only(&three_at(&claimed, Moment::Listed)).rung, Rung::SameSource);
}

#[test]
fn libraries_that_became_modules_or_runnable_are_one_kind_of_file_and_infer_only() {
    let file = |at: usize| {
        let library = library("d/libx.so", &format!("bytes {at}"));
        if at == 0 { library.role(Group::SharedLibrary, Role::RunnableLibrary) } else { library }
    };
    let pair = only(&three(&each(file)));
    assert_eq!(standing(&pair), (Rung::SameSource, Basis::Verified, Inferred, Inferred));
    assert_eq!(pair.reason, "the bytes differ, and so does what they state: role");
}

#[test]
fn per_abi_modules_that_differ_carry_no_claim_and_abi3_modules_are_not_of_them() {
    let tags = ["cpython-310-x86_64-linux-gnu", "cpython-311-x86_64-linux-gnu", "cpython-312-x86_64-linux-gnu"];
    let tagged = |at: usize| module(&format!("d/_x.{}.so", tags[at]), &format!("bytes {at}"));
    let pair = only(&three(&each(tagged)));
    assert_eq!(standing(&pair), (Rung::PerAbi, Basis::Verified, NoClaim, NoClaim));
    assert_eq!((pair.key.as_str(), pair.paired_by), ("d/_x.so", PairedBy::NormalisedPath));

    // design.md: what exports PyInit_* without abi3 is per-ABI too, though golden.py goes by the name alone.
    let untagged = only(&three(&each(|at| module("d/_x.so", &format!("bytes {at}")))));
    assert_eq!(untagged.rung, Rung::PerAbi);

    let abi3 = only(&three(&each(|at| module("d/_x.abi3.so", &format!("bytes {at}")))));
    assert_eq!(standing(&abi3), (Rung::SameSource, Basis::Verified, Strong, Inferred));

    let same = only(&three(&each(|at| module(&format!("d/_x.{}.so", tags[at]), "same"))));
    assert_eq!(standing(&same), (Rung::ByteIdentical, Basis::Verified, Confirmed, Confirmed));
}

#[test]
fn an_untagged_module_in_a_wheel_for_the_stable_abi_is_not_per_abi() {
    let one = |python: &str, content: &str| {
        wheel(&format!("demo-1.0-{python}-abi3-win_amd64.whl"), &[module("d/_x.pyd", content)], Moment::Verified)
    };
    assert_eq!(only(&[one("cp38", "a"), one("cp310", "b")]).rung, Rung::SameSource);
}

#[test]
fn what_is_missing_somewhere_keeps_the_rung_of_the_wheels_that_have_it() {
    let pair = only(&three(&[vec![library("d/libx.so", "same")], vec![], vec![library("d/libx.so", "same")]]));
    assert_eq!((pair.rung, pair.missing.as_slice()), (Rung::ByteIdentical, [1].as_slice()));
    let pair = only(&three(&[vec![], vec![library("d/libx.so", "same")], vec![]]));
    assert_eq!(standing(&pair), (Rung::OnlyOne, Basis::Verified, NoClaim, NoClaim));
    assert_eq!((pair.missing, pair.reason.as_str()), (vec![0, 2], "only one of the compared wheels has it"));
}

#[test]
fn a_wheel_alone_has_nothing_to_compare() {
    let reports = three(&each(|_| library("d/libx.so", "same")));
    let pair = pair(&[&reports[0]]);
    assert_eq!((pair[0].rung, pair[0].reason.as_str()), (Rung::OnlyOne, "only one wheel is compared"));
    assert!(wheelcard::parity::pair(&[]).is_empty());
}

#[test]
fn without_digests_only_sizes_speak() {
    let unknown = |sizes: [u64; 3]| {
        let files = each(|at| library("d/libx.so", "same").size(sizes[at]).unclaimed());
        only(&three_at(&files, Moment::Listed))
    };
    let pair = unknown([5, 5, 5]);
    assert_eq!(standing(&pair), (Rung::Unknown, Basis::Incomplete, NoClaim, NoClaim));
    let pair = unknown([5, 5, 6]);
    assert_eq!(standing(&pair), (Rung::SameSource, Basis::Incomplete, Inferred, Inferred));
}

#[test]
fn claims_that_contradict_one_another_claim_nothing() {
    // One digest for two sizes.
    let files = each(|at| library("d/libx.so", "same").size(if at == 0 { 4 } else { 5 }));
    let pair = only(&three_at(&files, Moment::Listed));
    assert_eq!((pair.rung, pair.logic), (Rung::Unknown, NoClaim));

    // Two rows for one path.
    let mut reports = three_at(&each(|_| library("d/libx.so", "same")), Moment::Listed);
    let rows = &mut reports[0].listing.record.as_mut().unwrap().rows;
    let mut row = rows[0].clone();
    row.hash = wheelcard::wheel::RowHash::Sha256(wheelcard::bytes::Sha256::of(b"other"));
    rows.push(row);
    let pair = only(&reports);
    assert_eq!((pair.rung, pair.basis, pair.copies[0].sha256), (Rung::Unknown, Basis::Incomplete, None));
}

#[test]
fn a_member_that_cannot_be_read_stays_claimed() {
    let file = |at| if at == 0 { library("d/libx.so", "same").unreadable() } else { library("d/libx.so", "same") };
    assert_eq!(only(&three(&each(file))).basis, Basis::ClaimedByRecord);
}

#[test]
fn rows_are_what_the_bytes_say_and_before_that_what_the_names_say() {
    let files = || {
        vec![
            library("d/libx.so.1", "lib"),
            module("d/_x.cpython-310-x86_64-linux-gnu.so", "mod"),
            program("d/bin/tool", "tool").mode(0o100_755),
            library("d/plugin.bin", "hidden"),
            other("d/bin/run", "#!/bin/sh", FileKind::Script).mode(0o100_755),
            other("d/libfake.so", "pointer", FileKind::LfsPointer),
            other("d/stub.dat", "\x7fELF", FileKind::TruncatedElf),
            other("d/x.py", "x", FileKind::Text),
        ]
    };
    let rows = |moment| {
        let report = wheel("demo-1.0-cp310-cp310-linux_x86_64.whl", &files(), moment);
        pair(&[&report]).into_iter().map(|pair| (pair.key, pair.group)).collect::<Vec<_>>()
    };
    let row = |key: &str, group| (key.to_owned(), group);
    assert_eq!(
        rows(Moment::Listed),
        [
            row("d/_x.so", Group::ExtensionModule),
            row("d/bin/run", Group::Executable),
            row("d/bin/tool", Group::Executable),
            row("d/libfake.so", Group::SharedLibrary),
            row("d/libx.so.1", Group::SharedLibrary),
        ]
    );
    assert_eq!(
        rows(Moment::Verified),
        [
            row("d/_x.so", Group::ExtensionModule),
            row("d/bin/tool", Group::Executable),
            row("d/libfake.so", Group::Other),
            row("d/libx.so.1", Group::SharedLibrary),
            row("d/plugin.bin", Group::SharedLibrary),
            row("d/stub.dat", Group::Other),
        ]
    );
}

#[test]
fn the_module_that_fits_its_wheel_is_paired_and_stale_ones_are_foreign() {
    // C13: a cp310 wheel that holds the modules of three builds.
    let path = |minor: u32| format!("d/_x.cpython-3{minor}-x86_64-linux-gnu.so");
    let files = [
        vec![module(&path(12), "c"), module(&path(10), "a"), module(&path(11), "b")],
        vec![module(&path(11), "b")],
        vec![module(&path(12), "c, rebuilt")],
    ];
    let pairs = pairs(&three(&files));
    assert_eq!(keys(&pairs), [path(11), path(12), "d/_x.so".to_owned()]);
    let own = &pairs[2];
    let paths: Vec<&str> = own.copies.iter().map(|copy| copy.path.as_str()).collect();
    assert_eq!(paths, [path(10), path(11), path(12)]);
    assert_eq!(own.foreign, [(0, path(12)), (0, path(11))]);
    assert!(own.copies.iter().all(|copy| !copy.foreign && !copy.guest) && !own.stale);
    // Each stale module is a row, with size and digest, and with the module of its own wheel beside it.
    for (stale, home, rung) in [(&pairs[0], 1, Rung::ByteIdentical), (&pairs[1], 2, Rung::PerAbi)] {
        let copies: Vec<_> = stale.copies.iter().map(|copy| (copy.wheel, copy.foreign, copy.guest)).collect();
        assert_eq!(copies, [(0, true, false), (home, false, true)]);
        assert!(stale.stale && stale.foreign.is_empty());
        assert_eq!((stale.rung, stale.basis), (rung, Basis::Verified));
        assert!(stale.copies.iter().all(|copy| copy.sha256.is_some()));
    }
}

#[test]
fn stale_modules_that_pile_up_from_build_to_build_are_compared_with_one_another() {
    // One build directory for all wheels: each holds the modules of the builds before it.
    let path = |minor: u32| format!("d/_x.cpython-3{minor}-x86_64-linux-gnu.so");
    let held = |minor: u32| (10..=minor).map(|m| module(&path(m), &format!("module {m}"))).collect::<Vec<_>>();
    let pairs = pairs(&three(&[held(10), held(11), held(12)]));
    assert_eq!(keys(&pairs), [path(10), path(11), "d/_x.so".to_owned()]);
    let wheels = |pair: &Pair| pair.copies.iter().map(|copy| copy.wheel).collect::<Vec<_>>();
    assert_eq!((wheels(&pairs[0]), pairs[0].rung, pairs[0].missing.len()), (vec![0, 1, 2], Rung::ByteIdentical, 0));
    assert_eq!((wheels(&pairs[1]), pairs[1].rung, &pairs[1].missing), (vec![1, 2], Rung::ByteIdentical, &vec![0]));
    assert_eq!((wheels(&pairs[2]), pairs[2].rung), (vec![0, 1, 2], Rung::PerAbi));
}

#[test]
fn a_stale_module_whose_own_wheel_is_not_here_stands_alone() {
    let path = |minor: u32| format!("d/_x.cpython-3{minor}-x86_64-linux-gnu.so");
    let files = [vec![module(&path(10), "a"), module(&path(9), "z")], vec![module(&path(11), "b")], Vec::new()];
    let pairs = pairs(&three(&files));
    assert_eq!(keys(&pairs), ["d/_x.cpython-39-x86_64-linux-gnu.so", "d/_x.so"]);
    assert_eq!((pairs[0].rung, pairs[0].copies.len()), (Rung::OnlyOne, 1));
}

#[test]
fn a_lone_module_of_a_foreign_abi_is_paired_by_its_name_and_marked() {
    // C14: the wheel is for abi3, the module for the free-threaded 3.14.
    let name = "demo-1.0-cp310-abi3-linux_x86_64.whl";
    let report = wheel(name, &[module("d/_b.cpython-314t-x86_64-linux-gnu.so", "x")], Moment::Verified);
    let pair = &pair(&[&report])[0];
    assert_eq!((pair.key.as_str(), pair.copies[0].foreign), ("d/_b.so", true));
}

#[test]
fn tagged_and_untagged_modules_of_one_name_are_two_binaries() {
    let tagged = |minor: u32| module(&format!("d/_x.cpython-3{minor}-x86_64-linux-gnu.so"), &format!("tagged {minor}"));
    let files = [10, 11, 12].map(|minor| vec![module("d/_x.so", "plain"), tagged(minor)]);
    assert_eq!(keys(&pairs(&three(&files))), ["d/_x.*.so", "d/_x.so"]);
}

#[test]
fn modules_of_several_abis_in_a_wheel_that_names_none_are_told_apart_by_their_paths() {
    let path = |minor: u32| format!("d/_x.cpython-3{minor}-x86_64-linux-gnu.so");
    let files = || [module(&path(10), "a"), module(&path(11), "b")];
    let one = |platform: &str| wheel(&format!("demo-1.0-py3-none-{platform}.whl"), &files(), Moment::Verified);
    let pairs = pairs(&[one("linux_x86_64"), one("manylinux_2_17_x86_64")]);
    assert_eq!(keys(&pairs), [path(10), path(11)]);
    assert!(pairs.iter().all(|pair| pair.copies.len() == 2 && pair.foreign.is_empty()));
}

#[test]
fn grafted_libraries_pair_by_stem_and_two_of_one_stem_by_their_whole_names() {
    // C12: the name's hash says nothing of the bytes.
    let hashes = ["aaaaaaaa", "aaaaaaaa", "bbbbbbbb"];
    let contents = ["a", "b", "a"];
    let file = |at: usize| library(&format!("demo.libs/libz-{}.so.1", hashes[at]), contents[at]);
    let pair = only(&three(&each(file)));
    assert_eq!((pair.key.as_str(), pair.rung), ("demo.libs/libz.so.1", Rung::SameSource));

    let two = || vec![library("demo.libs/libz-aaaaaaaa.so.1", "a"), library("demo.libs/libz-bbbbbbbb.so.1", "b")];
    let pairs = pairs(&three(&[two(), two(), two()]));
    assert_eq!(keys(&pairs), ["demo.libs/libz-aaaaaaaa.so.1", "demo.libs/libz-bbbbbbbb.so.1"]);
    assert!(pairs.iter().all(|pair| pair.rung == Rung::ByteIdentical));
}

#[test]
fn a_library_linked_against_grafts_agrees_though_their_hashes_differ() {
    let file = |at: usize| library("d/libx.so", &format!("bytes {at}")).needed(&format!("libz-aaaaaaa{at}.so.1"));
    assert_eq!(only(&three(&each(file))).logic, Strong);
}

#[test]
fn members_left_alone_pair_by_content_then_by_build_id_and_then_by_soname() {
    let paths = ["a/liba.so", "b/libb.so", "c/libc.so"];
    let by_content = only(&three(&each(|at| library(paths[at], "same").id("aabbccdd"))));
    assert_eq!(
        (by_content.key.as_str(), by_content.paired_by, by_content.rung),
        ("a/liba.so", PairedBy::Content, Rung::ByteIdentical)
    );
    let by_id = only(&three(&each(|at| library(paths[at], &format!("{at}")).id("aabbccdd"))));
    assert_eq!((by_id.key.as_str(), by_id.paired_by, by_id.copies.len()), ("a/liba.so", PairedBy::BuildId, 3));
    let by_soname = only(&three(&each(|at| library(paths[at], &format!("{at}")).soname("libx.so.1"))));
    assert_eq!((by_soname.paired_by, by_soname.copies.len()), (PairedBy::Soname, 3));
}

#[test]
fn an_identity_that_two_members_of_one_wheel_share_pairs_nothing() {
    let files = [
        vec![library("a/liba.so", "1").soname("libx.so.1"), library("a/libb.so", "2").soname("libx.so.1")],
        vec![library("c/libc.so", "3").soname("libx.so.1")],
        vec![],
    ];
    assert_eq!(pairs(&three(&files)).len(), 3);
}

#[test]
fn a_debug_companion_is_no_variant_of_its_binary() {
    let companion = library("b/libx.so.debug", "debug").role(Group::Other, Role::DebugCompanion);
    let files = [vec![library("a/libx.so", "code").id("aabb")], vec![companion.id("aabb")], vec![]];
    assert_eq!(pairs(&three(&files)).len(), 2);
}

#[test]
fn a_hundred_thousand_odd_members_are_paired() {
    // Every odd case at once: quadratic work in any of them would take minutes here.
    let files: Vec<File> = (0..100_000)
        .map(|at| match at % 4 {
            0 => library(&format!("d/{at}/lib.so"), "same"),
            1 => library("d/twin.so", &format!("{at}")),
            2 => library(&format!("demo.libs/libz-{at:08x}.so.1"), "graft").soname("libz.so.1"),
            _ => module(&format!("d/_x.cpython-{at}-x86_64-linux-gnu.so"), "stale"),
        })
        .collect();
    let reports: Vec<WheelReport> = ["cp310", "cp311"]
        .map(|tag| wheel(&format!("demo-1.0-{tag}-{tag}-linux_x86_64.whl"), &files, Moment::Verified))
        .into();
    let pairs = pairs(&reports);
    // 25,000 of each kind, but for the twins, which are one row.
    assert_eq!(pairs.len(), 75_001);
}
