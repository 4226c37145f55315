//! The built-in card of neuronx-cc 2.24: every fact of the published page, and its comparison with made-up wheels.
#![expect(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use std::collections::BTreeMap;
use std::path::Path;

use wheelcard::card;
use wheelcard::reference::{
    About, Claim, OriginKind, Outcome, Reference, Scope, VerdictKind, built_in, read, read_bytes, sniff, write,
};
use wheelcard::report::WheelReport;
use wheelcard::scan::scan;

use super::{compared, those};
use crate::neuronx_published::{
    BUILD_TIME, LIBRARIES, LOGGING, MODULES, SMALL_TOOLS, TAGS, VERSION, file_name, module_path,
};
use crate::neuronx_wheels;
use crate::reports::{File, Moment, library, module, program, refs, wheel};

/// The facts of the published page, copied from its tables: name, sizes, ids and rung. One size or id is that of all
/// three wheels, or (a module's id) of cp310 alone.
const PUBLISHED: &str = "
xla_infergoldens 234,006,296 e37e17b930af23aa identical
hlo2penguin 231,644,968 4ea91b0c9770f006 identical
hlo-opt 228,962,280 93dd8bd9bd4c697b identical
hlo-neff-wrapper 226,862,912 946053c80bdfb44a identical
snapshot-unpack 226,217,712 5eb26caa7b12ffc4 identical
walrus_bugpoint_driver 35,925,984 98e94c710c499cfb280bd236b482aba294bc6c1f/2a6b4af5c86fda88…2007c3f1/ec414ef6aeb3bc42…d7db6040 rebuilt
coloring_allocator_with_loop 3,768,896 987e77f5574b033e3828a268205bbc263d43e7bc/fe82cd8a352de21e…6d373634/dff2fe26f17db71d…a24d9692 rebuilt
full_unroll 2,924,576 88d5ca055f94f0e348ce15f63f2f87ff1cf567f6/d4bedb368ad58e60…01c48eaa/f3f95f43d7abfb18…26f7fb12 rebuilt
walrus_driver 708,864 d1c87759a9de86023eb1bc35d17dc8d1150b1926/1fe7784af2e89983…c52fbabe/147f02ffbe5ca820…0b28a2ee rebuilt
libwalrus.so 64,973,024/64,973,024/64,968,928 92b4d331a42d7e80bb839e03218d2b9b0c23c346/70db95ec…85037138/aaac42d4…b972df21 rebuilt
libBIRSimulator.so 36,264,288 f1c6885f176c0d3c5d3a804b0f0b714ae7814ea6/eb1ccd96…24e70ea2/7f52d8a9…688d62f7 rebuilt
liblogging.so 35,270,656 bb154e25bd9059c5f4c85cc0bb34bff383295054 identical
libLncBarriercheck.so 33,384,000 d0c41f5a1e2a1950fe69c49a91477b34f640eb2b/8d6ad208…7911b003/1423437a…7423d7cd rebuilt
libBIR.so 9,549,368 a9b1ea38c47e579178b179fd445aa8edd593f206/9c8b08de…2bbff512/7fd92527…3974aad6 rebuilt
libBIRParserDumper.so 1,981,344 0783d8ed07f5a7223e176913883d16dfdcb0785c/d8a77251…d15f48c0/d5fa70cf…06b9f36d rebuilt
libBIRRacecheck.so 919,328 4b6176662ca41ef130314409aa58846a881dbfa4/a493fb45…22ba9924/75796334…5c496436 rebuilt
nki/compiler/backends/neuron/KernelBuilder 14,588,400/17,327,800/16,823,688 9eb1020ebbb2a46b230a16ada272daa71f3001bf per-ABI
starfish/penguin/targets/codegen/BirCodeGenLoop 11,139,256/13,761,672/13,916,872 cb19fae04f37f9a7ef7acc610b6d32d36ac816f1 per-ABI
starfish/penguin/targets/codegen/NkiCodegen 4,891,928/5,818,104/5,885,376 4838bf1664497e3c833e32d01f742faca1104c27 per-ABI
nki/isa/neuron_isa 3,303,784/3,950,632/3,795,816 c5f6505d42902c94234c3cfba3e9004c1e14935f per-ABI
logging/ErrorMessages 912,784/912,752/912,784 e3603eb1bd8b2d7e7372e62b8a79919be1aa1186 per-ABI
isa_tpb/sunda/neuron_isa 532,808/532,776/532,776 95b91c3fd8cb6a6361f1aeef7b182491ceebd4f3 per-ABI
";

fn public(file: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("public").join(file)).unwrap()
}

fn index() -> Vec<built_in::BuiltIn> {
    built_in::index(&String::from_utf8(public(built_in::INDEX)).unwrap()).unwrap()
}

fn published() -> Reference {
    let cards = index();
    let card = cards.iter().find(|card| card.name == "neuronx-cc").unwrap();
    read_bytes("neuronx_cc.json", &public(&card.file)).unwrap()
}

#[test]
fn every_card_of_the_index_can_be_read_is_free_of_contradictions_and_about_what_the_index_says() {
    let cards = index();
    assert!(!cards.is_empty());
    for listed in cards {
        let bytes = public(&listed.file);
        assert_eq!(sniff(&bytes), Some(OriginKind::Card));
        let reference = read_bytes("", &bytes).unwrap();
        assert_eq!(reference.findings, []);
        assert_eq!(reference.title, listed.title);
        let release = reference.release.as_ref().unwrap();
        assert_eq!(wheelcard::wheel::name::normalize(&release.name), listed.name);
        assert_eq!(release.version.as_deref(), Some(listed.version.as_str()));
        assert_eq!(write(&reference), String::from_utf8(bytes).unwrap(), "as the writer writes it");
    }
}

#[test]
fn the_card_states_every_value_of_the_published_tables_and_nothing_else() {
    let reference = published();
    let labels: Vec<&str> = reference.wheels.iter().map(|wheel| wheel.label.as_str()).collect();
    assert_eq!(labels, TAGS);
    let lines: Vec<&str> = PUBLISHED.trim().lines().collect();
    assert_eq!((lines.len(), reference.subjects.len()), (22, 22));
    for (at, line) in lines.iter().enumerate() {
        let [name, sizes, ids, rung] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let path = &reference.subjects[at].path;
        assert!(path.ends_with(&format!("/{name}")), "{path} {name}");
        let stated = |what: &str| -> Vec<(String, Scope)> {
            let facts = reference.facts.iter().filter(|fact| fact.about == About::Member(at));
            facts.filter(|fact| fact.claim.what() == what).map(|f| (f.claim.text(), f.scope.clone())).collect()
        };
        let is_module = rung == "per-ABI";
        let expected = |values: &str| -> Vec<(String, Scope)> {
            let values: Vec<&str> = values.split('/').collect();
            match values.as_slice() {
                [one] if is_module => vec![((*one).to_owned(), Scope::Of(vec![0]))],
                [one] => vec![((*one).to_owned(), Scope::All)],
                each => each.iter().enumerate().map(|(at, v)| ((*v).to_owned(), Scope::Of(vec![at]))).collect(),
            }
        };
        assert_eq!(stated("size"), expected(sizes), "{name}");
        assert_eq!(stated("build-id"), expected(ids), "{name}");
        let word = if rung == "identical" { "byte-identical" } else { rung };
        assert_eq!(stated("rung"), [(word.to_owned(), Scope::All)], "{name}");
        let bytes = if at < 5 { "8 bytes" } else { "20 bytes" };
        assert_eq!(stated("length of the build-id"), [(bytes.to_owned(), Scope::All)], "{name}");
        assert_eq!(stated("build-ids distinct").len(), usize::from(rung != "identical"), "{name}");
        let digests = match name {
            "hlo-opt" => vec!["5c633e29…"],
            "liblogging.so" => vec!["80f44b5f…"],
            "libBIR.so" => vec!["one of 2387d0d4…, 51afccd0…, ae646014…"],
            _ => vec![],
        };
        assert_eq!(stated("SHA-256").iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), digests, "{name}");
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for fact in &reference.facts {
        *counts.entry(fact.claim.what()).or_default() += 1;
    }
    let expected = [
        ("SHA-256", 3),
        ("WHEEL", 2 + 3),
        ("build time", 1),
        ("build-id", 5 + 4 * 3 + 1 + 6 * 3 + 6),
        ("build-ids distinct", 4 + 6 + 6),
        ("label in binaries", 1),
        ("length of the build-id", 22),
        ("name", 1),
        ("place", 4),
        ("rung", 22),
        ("size", 9 + 3 + 6 + 6 * 3),
        ("version", 1),
        ("version in binaries", 1),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
    let said: Vec<String> = reference.head().into_iter().map(|cell| cell.text).collect();
    for text in [VERSION, BUILD_TIME, "Generator: skbuild 0.19.0", "Root-Is-Purelib: false", "METADATA"] {
        assert!(said.iter().any(|said| said == text), "{text}");
    }
}

#[test]
fn its_tables_can_be_drawn_without_wheels() {
    let tables = published().tables();
    let shape: Vec<(&str, usize)> = tables.iter().map(|table| (table.title.as_str(), table.rows.len())).collect();
    assert_eq!(shape, [("Executables", 9), ("Shared libraries", 7), ("Extension modules", 6)]);
    let walrus = &tables[1].rows[0];
    assert_eq!(walrus.name, "starfish/lib/libwalrus.so");
    assert_eq!(tables[1].wheels, TAGS);
    let sizes: Vec<&str> = walrus.wheels.iter().map(|cells| cells.size[0].text.as_str()).collect();
    assert_eq!(sizes, ["64,973,024", "64,973,024", "64,968,928"]);
    let ids: Vec<&str> = walrus.wheels.iter().map(|cells| cells.id[0].text.as_str()).collect();
    assert_eq!(ids, ["92b4d331a42d7e80bb839e03218d2b9b0c23c346", "70db95ec…85037138", "aaac42d4…b972df21"]);
    assert_eq!(walrus.common[0].text, "rebuilt");
    let wheels = published().wheel_table().unwrap();
    assert_eq!(wheels.rows[2].wheels[0].other[0].text, "Tag: cp312-cp312-linux_x86_64");
}

/// Three wheels with the published names, ids and relations, and small ELF files in the place of the binaries.
fn stand_ins() -> Vec<WheelReport> {
    let one = |(at, tag): (usize, &&str)| scan(neuronx_wheels::wheel(tag, at), &file_name(tag)).unwrap();
    TAGS.iter().enumerate().map(one).collect()
}

#[test]
fn the_card_is_offered_for_wheels_of_its_release_and_for_no_others() {
    let reports = stand_ins();
    let card = card::build(&refs(&reports));
    assert!(index()[0].is_about(&card));
    let other = wheel("neuronx_cc-2.25.0-cp310-cp310-linux_x86_64.whl", &[library("a.so", "x")], Moment::Verified);
    assert!(!index()[0].is_about(&card::build(&[&other])));
}

#[test]
fn wheels_with_the_cards_own_ids_and_other_sizes_show_both() {
    let (_, comparison) = compared(&published(), &stand_ins());
    let count = |what: &str, outcome: Outcome| {
        comparison.checks.iter().filter(|check| check.what == what && check.outcome == outcome).count()
    };
    assert_eq!(count("size", Outcome::Differs), 22 * 3);
    assert_eq!((count("build-id", Outcome::Differs), count("rung", Outcome::Differs)), (0, 0));
    // Whole ids: five tools and liblogging in three wheels each, all others in cp310; head…tail: ten files in two wheels.
    assert_eq!(count("build-id", Outcome::Matches), 6 * 3 + 4 + 6 + 6);
    assert_eq!(count("build-id", Outcome::MatchesPublished), 10 * 2);
    assert_eq!(count("rung", Outcome::Matches), 22);
    assert_eq!(count("length of the build-id", Outcome::Matches), 22 * 3);
    assert_eq!(count("SHA-256", Outcome::Differs), 3 * 3);
    assert_eq!(those(&comparison, Outcome::NotHere), Vec::<String>::new());
    // What the wheels state of themselves is as published.
    for what in ["name", "version", "build time", "WHEEL", "place", "version in binaries", "label in binaries"] {
        assert!(count(what, Outcome::Matches) > 0 && count(what, Outcome::Differs) == 0, "{what}");
    }
    assert_eq!(comparison.verdict.kind, VerdictKind::OtherBuild);
    assert_eq!(
        comparison.verdict.sentence,
        "Names pair, values differ: 22 binaries that `neuronx-cc 2.24.5133.0+58f8de22, binary build-id and version \
         table` speaks of are here by name, and every one differs in something. What holds: SHA-256 0 of 9, build-id 54 \
         of 54, build-ids distinct 16 of 16, length of the build-id 66 of 66, rung 22 of 22 and size 0 of 66."
    );
    // The page states no id of the modules in cp311 and cp312, so there is nothing to compare.
    let silent = those(&comparison, Outcome::NotStated);
    assert!(silent.contains(&"build-id neuronxcc/nki/isa/neuron_isa.so 1".to_owned()), "{silent:?}");
    assert!(!silent.contains(&"build-id neuronxcc/nki/isa/neuron_isa.so 0".to_owned()));
}

/// Reports with the published names and relations; `size` and `id` make the values of a binary in a wheel.
fn made_up(id: impl Fn(&str, usize) -> String, size: impl Fn(u64) -> u64) -> Vec<WheelReport> {
    let one = |at: usize| {
        let tag = TAGS[at];
        let file = |make: fn(&str, &str) -> File, path: &str, p: &crate::neuronx_published::Published, same: bool| {
            let content = if same { p.path.to_owned() } else { format!("{} {tag}", p.path) };
            make(path, &content).size(size(p.sizes[at])).id(&id(p.ids[at], if same { 0 } else { at }))
        };
        let mut files: Vec<File> = Vec::new();
        let large = crate::neuronx_published::LARGE_TOOLS.iter().map(|tool| file(program, tool.path, tool, true));
        files.extend(large);
        files.extend(SMALL_TOOLS.iter().map(|tool| file(program, tool.path, tool, false)));
        files.push(file(library, LOGGING.path, &LOGGING, true));
        files.extend(LIBRARIES.iter().map(|l| file(library, l.path, l, false)));
        files.extend(MODULES.iter().map(|m| file(module, &module_path(m, tag), m, false)));
        wheel(&file_name(tag), &files, Moment::Verified)
    };
    (0..3).map(one).collect()
}

#[test]
fn wheels_of_the_same_names_and_relations_with_other_ids_are_said_to_be_another_build() {
    let other = |id: &str, at: usize| format!("{at}{}", &id[1..]);
    let (_, comparison) = compared(&published(), &made_up(other, |size| size + 8));
    assert_eq!(comparison.verdict.kind, VerdictKind::OtherBuild);
    assert!(comparison.verdict.sentence.starts_with("Names pair, values differ: 22 binaries"));
    let rungs = comparison.checks.iter().filter(|check| check.what == "rung");
    assert!(rungs.clone().all(|check| check.outcome == Outcome::Matches) && rungs.count() == 22);
}

#[test]
fn wheels_with_all_published_values_differ_only_where_a_digest_is_published() {
    let (_, comparison) = compared(&published(), &made_up(|id, _| id.to_owned(), |size| size));
    // Their contents are made up, and three binaries have a published digest.
    assert_eq!(
        comparison.verdict.sentence,
        "The same release by name, 3 binaries differ: `neuronxcc/starfish/bin/hlo-opt`, \
         `neuronxcc/starfish/lib/libBIR.so` and `neuronxcc/starfish/lib/liblogging.so`; 224 values hold and 9 differ."
    );
    let walrus = comparison.checks.iter().find(|check| check.found.as_deref() == Some("64,968,928")).unwrap();
    assert_eq!((walrus.wheel, walrus.outcome), (Some(2), Outcome::Matches));
}

#[test]
fn a_bare_name_that_fits_two_members_is_said_and_not_guessed() {
    let text = r#"{"format": "wheelcard-reference", "version": 1, "title": "t", "wheels": [{"label": "cp310"}],
        "binaries": [{"path": "neuron_isa", "size": 5}, {"path": "sunda/neuron_isa", "size": 5}]}"#;
    let reference = read("", text).unwrap();
    let (_, comparison) = compared(&reference, &stand_ins());
    let check = &comparison.checks[0];
    assert_eq!(check.outcome, Outcome::Ambiguous);
    assert_eq!(
        check.detail,
        "the name fits `neuronxcc/isa_tpb/sunda/neuron_isa.cpython-310-x86_64-linux-gnu.so` and \
         `neuronxcc/nki/isa/neuron_isa.cpython-310-x86_64-linux-gnu.so`"
    );
    assert_eq!(comparison.checks[1].outcome, Outcome::Differs);
    assert_eq!(comparison.checks[1].key.as_deref(), Some("neuronxcc/isa_tpb/sunda/neuron_isa.so"));
    assert!(matches!(reference.facts[0].claim, Claim::Size(5)));
}
