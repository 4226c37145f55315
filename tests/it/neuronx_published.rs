//! What the published identification card of neuronx-cc 2.24 states: paths, sizes, whole ids for cp310 and head…tail for
//! the others (the middles are filled up with zeros), and which files are one in all wheels.

pub(crate) const TAGS: [&str; 3] = ["cp310", "cp311", "cp312"];
pub(crate) const VERSION: &str = "2.24.5133.0+58f8de22";
pub(crate) const BUILD_TIME: &str = "Apr 08 2026, 21:07:10 UTC";

/// A binary of the published card: one id for all wheels when it is identical in all of them.
pub(crate) struct Published {
    pub(crate) path: &'static str,
    pub(crate) sizes: [u64; 3],
    pub(crate) ids: [&'static str; 3],
}

/// The five large tools, byte-identical.
pub(crate) const LARGE_TOOLS: [Published; 5] = [
    same("neuronxcc/starfish/bin/xla_infergoldens", 234_006_296, "e37e17b930af23aa"),
    same("neuronxcc/starfish/bin/hlo2penguin", 231_644_968, "4ea91b0c9770f006"),
    same("neuronxcc/starfish/bin/hlo-opt", 228_962_280, "93dd8bd9bd4c697b"),
    same("neuronxcc/starfish/bin/hlo-neff-wrapper", 226_862_912, "946053c80bdfb44a"),
    same("neuronxcc/starfish/bin/snapshot-unpack", 226_217_712, "5eb26caa7b12ffc4"),
];

/// The four small ones, which link Python.
pub(crate) const SMALL_TOOLS: [Published; 4] = [
    published(
        "neuronxcc/starfish/bin/walrus_bugpoint_driver",
        [35_925_984; 3],
        [
            "98e94c710c499cfb280bd236b482aba294bc6c1f",
            "2a6b4af5c86fda8800000000000000002007c3f1",
            "ec414ef6aeb3bc420000000000000000d7db6040",
        ],
    ),
    published(
        "neuronxcc/starfish/bin/coloring_allocator_with_loop",
        [3_768_896; 3],
        [
            "987e77f5574b033e3828a268205bbc263d43e7bc",
            "fe82cd8a352de21e00000000000000006d373634",
            "dff2fe26f17db71d0000000000000000a24d9692",
        ],
    ),
    published(
        "neuronxcc/starfish/bin/full_unroll",
        [2_924_576; 3],
        [
            "88d5ca055f94f0e348ce15f63f2f87ff1cf567f6",
            "d4bedb368ad58e60000000000000000001c48eaa",
            "f3f95f43d7abfb18000000000000000026f7fb12",
        ],
    ),
    published(
        "neuronxcc/starfish/bin/walrus_driver",
        [708_864; 3],
        [
            "d1c87759a9de86023eb1bc35d17dc8d1150b1926",
            "1fe7784af2e899830000000000000000c52fbabe",
            "147f02ffbe5ca82000000000000000000b28a2ee",
        ],
    ),
];

pub(crate) const LOGGING: Published =
    same("neuronxcc/starfish/lib/liblogging.so", 35_270_656, "bb154e25bd9059c5f4c85cc0bb34bff383295054");

pub(crate) const LIBRARIES: [Published; 6] = [
    published(
        "neuronxcc/starfish/lib/libwalrus.so",
        [64_973_024, 64_973_024, 64_968_928],
        [
            "92b4d331a42d7e80bb839e03218d2b9b0c23c346",
            "70db95ec00000000000000000000000085037138",
            "aaac42d4000000000000000000000000b972df21",
        ],
    ),
    published(
        "neuronxcc/starfish/lib/libBIRSimulator.so",
        [36_264_288; 3],
        [
            "f1c6885f176c0d3c5d3a804b0f0b714ae7814ea6",
            "eb1ccd9600000000000000000000000024e70ea2",
            "7f52d8a9000000000000000000000000688d62f7",
        ],
    ),
    published(
        "neuronxcc/starfish/lib/libLncBarriercheck.so",
        [33_384_000; 3],
        [
            "d0c41f5a1e2a1950fe69c49a91477b34f640eb2b",
            "8d6ad2080000000000000000000000007911b003",
            "1423437a0000000000000000000000007423d7cd",
        ],
    ),
    published(
        "neuronxcc/starfish/lib/libBIR.so",
        [9_549_368; 3],
        [
            "a9b1ea38c47e579178b179fd445aa8edd593f206",
            "9c8b08de0000000000000000000000002bbff512",
            "7fd925270000000000000000000000003974aad6",
        ],
    ),
    published(
        "neuronxcc/starfish/lib/libBIRParserDumper.so",
        [1_981_344; 3],
        [
            "0783d8ed07f5a7223e176913883d16dfdcb0785c",
            "d8a77251000000000000000000000000d15f48c0",
            "d5fa70cf00000000000000000000000006b9f36d",
        ],
    ),
    published(
        "neuronxcc/starfish/lib/libBIRRacecheck.so",
        [919_328; 3],
        [
            "4b6176662ca41ef130314409aa58846a881dbfa4",
            "a493fb4500000000000000000000000022ba9924",
            "757963340000000000000000000000005c496436",
        ],
    ),
];

/// Without interpreter tag and `.so`; that page states the ids of cp310 only, the others are made up.
pub(crate) const MODULES: [Published; 6] = [
    published(
        "neuronxcc/nki/compiler/backends/neuron/KernelBuilder",
        [14_588_400, 17_327_800, 16_823_688],
        [
            "9eb1020ebbb2a46b230a16ada272daa71f3001bf",
            "1100000000000000000000000000000000000001",
            "1200000000000000000000000000000000000001",
        ],
    ),
    published(
        "neuronxcc/starfish/penguin/targets/codegen/BirCodeGenLoop",
        [11_139_256, 13_761_672, 13_916_872],
        [
            "cb19fae04f37f9a7ef7acc610b6d32d36ac816f1",
            "1100000000000000000000000000000000000002",
            "1200000000000000000000000000000000000002",
        ],
    ),
    published(
        "neuronxcc/starfish/penguin/targets/codegen/NkiCodegen",
        [4_891_928, 5_818_104, 5_885_376],
        [
            "4838bf1664497e3c833e32d01f742faca1104c27",
            "1100000000000000000000000000000000000003",
            "1200000000000000000000000000000000000003",
        ],
    ),
    published(
        "neuronxcc/nki/isa/neuron_isa",
        [3_303_784, 3_950_632, 3_795_816],
        [
            "c5f6505d42902c94234c3cfba3e9004c1e14935f",
            "1100000000000000000000000000000000000004",
            "1200000000000000000000000000000000000004",
        ],
    ),
    published(
        "neuronxcc/logging/ErrorMessages",
        [912_784, 912_752, 912_784],
        [
            "e3603eb1bd8b2d7e7372e62b8a79919be1aa1186",
            "1100000000000000000000000000000000000005",
            "1200000000000000000000000000000000000005",
        ],
    ),
    published(
        "neuronxcc/isa_tpb/sunda/neuron_isa",
        [532_808, 532_776, 532_776],
        [
            "95b91c3fd8cb6a6361f1aeef7b182491ceebd4f3",
            "1100000000000000000000000000000000000006",
            "1200000000000000000000000000000000000006",
        ],
    ),
];

const fn published(path: &'static str, sizes: [u64; 3], ids: [&'static str; 3]) -> Published {
    Published { path, sizes, ids }
}

const fn same(path: &'static str, size: u64, id: &'static str) -> Published {
    published(path, [size; 3], [id; 3])
}

pub(crate) fn file_name(tag: &str) -> String {
    format!("neuronx_cc-{VERSION}-{tag}-{tag}-linux_x86_64.whl")
}

/// A module's path in the wheel of one Python.
pub(crate) fn module_path(module: &Published, tag: &str) -> String {
    format!("{}.cpython-{}-x86_64-linux-gnu.so", module.path, tag.trim_start_matches("cp"))
}
