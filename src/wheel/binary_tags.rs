//! The binaries of a wheel against its tags.

use std::collections::BTreeSet;

use super::bounded::Bounded;
use super::platform::{Family, Platform};
use super::tags::listed;
use super::{AbiFit, AbiTag, CompressedTags, FileName, WheelFile, codes, effective_tags};
use crate::binary::{Binary, Elf, ElfClass, Endian, Group};
use crate::finding::{Code, Finding};

/// `e_machine` of code for accelerators and for the kernel, which wheels carry for any host: CUDA, AMD GPU, BPF.
const DEVICE_MACHINES: [u16; 3] = [190, 224, 247];

/// Compares identified binaries with the wheel's tags: platform, machine, C library, ABI. `binaries` are paths and
/// facts.
pub fn check_binaries<'a>(
    file_name: &FileName,
    wheel: Option<&WheelFile>,
    binaries: impl Iterator<Item = (&'a str, &'a Binary)>,
) -> Vec<Finding> {
    let Some(tags) = effective_tags(file_name, wheel) else { return Vec::new() };
    let mut check = Check::new(tags, wheel.and_then(|wheel| wheel.root_is_purelib) == Some(true));
    for (path, binary) in binaries {
        check.platform(path, binary);
        if let Some(elf) = &binary.elf {
            check.glibc(path, elf);
        }
        check.abi(path, binary);
        check.purelib(path, binary);
    }
    check.findings.finish()
}

/// What the tags say, worked out once for all binaries.
struct Check {
    tags: CompressedTags,
    /// The families of the platform tags, without repeats.
    families: Vec<Family>,
    /// The architectures that the platform tags name, universal ones taken apart, without repeats.
    architectures: Vec<String>,
    purelib: bool,
    /// The platform tags in the words of a sentence.
    platform_text: String,
    /// The Python and ABI tags in the words of a sentence.
    abi_text: String,
    findings: Bounded,
}

impl Check {
    fn new(tags: CompressedTags, purelib: bool) -> Self {
        let platforms: BTreeSet<Platform> = tags.platform.iter().map(|tag| Platform::parse(tag)).collect();
        let architectures = platforms.iter().filter_map(|p| p.architecture.as_deref()).flat_map(apart);
        let architectures: BTreeSet<&str> = architectures.collect();
        let families: BTreeSet<&Family> = platforms.iter().map(|platform| &platform.family).collect();
        let list = |tags: &[String]| listed(tags.iter().map(String::as_str), ".");
        Self {
            families: families.into_iter().cloned().collect(),
            architectures: architectures.into_iter().map(str::to_owned).collect(),
            purelib,
            platform_text: list(&tags.platform),
            abi_text: format!("{}-{}", list(&tags.python), list(&tags.abi)),
            tags,
            findings: Bounded::default(),
        }
    }

    fn say(&mut self, code: &'static Code, path: &str, detail: String) {
        self.findings.add(code, |code| Finding::new(code, detail).in_member(path));
    }

    /// Format and machine against the platform tags.
    fn platform(&mut self, path: &str, binary: &Binary) {
        if self.families.contains(&Family::Any) {
            let detail = format!("the platform tag is `any`, and there is {}", what(binary));
            return self.say(&codes::TAGS_ANY, path, detail);
        }
        // Of a platform that is not known nothing can be said.
        if self.families.iter().any(|family| matches!(family, Family::Other(_))) {
            return;
        }
        let foreign = match &binary.elf {
            Some(_) => !self.families.iter().any(is_linux),
            // Mach-O and PE have slices; archives and objects without any are left alone.
            None => !binary.slices.is_empty() && self.families.iter().all(is_linux),
        };
        if foreign {
            let detail = format!("the platform tag is {}, and there is {}", self.platform_text, what(binary));
            return self.say(&codes::TAGS_FORMAT, path, detail);
        }
        match &binary.elf {
            Some(elf) => self.machine(path, elf),
            None => self.slices(path, binary),
        }
    }

    fn machine(&mut self, path: &str, elf: &Elf) {
        if DEVICE_MACHINES.contains(&elf.machine_code) {
            return;
        }
        let runs = elf_architectures(elf);
        if self.architectures.iter().any(|wanted| runs.iter().any(|runs| same_architecture(runs, wanted))) {
            return;
        }
        let detail = format!("the platform tag is {}, the binary's machine is {}", self.platform_text, elf.machine);
        self.say(&codes::TAGS_MACHINE, path, detail);
    }

    /// The architectures of a Mach-O or PE against the tags.
    fn slices(&mut self, path: &str, binary: &Binary) {
        let held: Vec<&str> = binary.slices.iter().map(|slice| slice.architecture.as_str()).collect();
        let is_missing = |wanted: &&str| !held.iter().any(|held| same_architecture(held, wanted));
        let missing: Vec<&str> = self.architectures.iter().map(String::as_str).filter(is_missing).collect();
        if held.is_empty() || missing.is_empty() {
            return;
        }
        let code = if missing.len() == self.architectures.len() { &codes::TAGS_MACHINE } else { &codes::TAGS_SLICE };
        let detail = format!(
            "the platform tag is {}, the binary holds code for {} and not for {}",
            self.platform_text,
            held.join(", "),
            listed(missing.into_iter(), ", ")
        );
        self.say(code, path, detail);
    }

    /// The highest glibc version needed against what the tags promise to suffice.
    fn glibc(&mut self, path: &str, elf: &Elf) {
        let Some(needed) = elf.glibc.as_deref() else { return };
        if self.families.iter().all(|family| matches!(family, Family::Musllinux { .. })) {
            let detail = format!("the platform tag is {}, the binary needs GLIBC_{}", self.platform_text, bare(needed));
            return self.say(&codes::TAGS_GLIBC_ON_MUSL, path, detail);
        }
        let promised = self.families.iter().filter_map(|family| match family {
            Family::Manylinux { glibc } => Some(*glibc),
            _ => None,
        });
        let (Some(promised), Some(version)) = (promised.min(), glibc_version(needed)) else { return };
        if version > promised {
            let detail = format!(
                "the platform tag is {}, for which glibc {}.{} suffices; the binary needs GLIBC_{}",
                self.platform_text,
                promised.0,
                promised.1,
                bare(needed)
            );
            self.say(&codes::TAGS_GLIBC, path, detail);
        }
    }

    /// A module's own interpreter tag against the wheel's.
    fn abi(&mut self, path: &str, binary: &Binary) {
        let basename = path.rsplit('/').next().unwrap_or(path);
        let Some((_, tag)) = AbiTag::split(basename) else {
            let for_one_abi = self.tags.abi.iter().all(|abi| !matches!(abi.as_str(), "none" | "abi3" | "abi3t"));
            if binary.group == Group::ExtensionModule && for_one_abi {
                let detail = format!("the wheel is for {}, the module's name states no interpreter", self.abi_text);
                self.say(&codes::TAGS_UNTAGGED, path, detail);
            }
            return;
        };
        let code = match tag.fit(&self.tags) {
            AbiFit::Fits => return,
            AbiFit::Narrower => &codes::TAGS_NARROWER_ABI,
            AbiFit::Foreign => &codes::TAGS_FOREIGN_ABI,
        };
        self.say(code, path, format!("the wheel is for {}, the module's name states {tag}", self.abi_text));
    }

    /// A binary in the directory that is installed for all platforms alike.
    fn purelib(&mut self, path: &str, binary: &Binary) {
        if self.purelib && is_in_root(path) {
            let detail = format!("`Root-Is-Purelib: true`, and there is {}", what(binary));
            self.say(&codes::TAGS_PURELIB_BINARY, path, detail);
        }
    }
}

/// Whether a member is installed into the directory of `Root-Is-Purelib`.
fn is_in_root(path: &str) -> bool {
    let (top, _) = path.split_once('/').unwrap_or((path, ""));
    top.strip_suffix(".data").is_none()
}

fn is_linux(family: &Family) -> bool {
    matches!(family, Family::Manylinux { .. } | Family::Musllinux { .. } | Family::Linux)
}

/// A binary in the words of a sentence.
fn what(binary: &Binary) -> String {
    let architectures: Vec<&str> = binary.slices.iter().map(|slice| slice.architecture.as_str()).collect();
    match &binary.elf {
        Some(elf) => format!("an ELF file for {}", elf.machine),
        None if architectures.is_empty() => "compiled code".to_owned(),
        None => format!("compiled code for {}", architectures.join(", ")),
    }
}

/// The architectures that a macOS tag stands for; any other stands for itself.
fn apart(architecture: &str) -> Vec<&str> {
    match architecture {
        "universal2" => vec!["arm64", "x86_64"],
        "universal" => vec!["i386", "ppc", "ppc64", "x86_64"],
        "intel" | "fat32x64" => vec!["i386", "x86_64"],
        "fat" => vec!["i386", "ppc"],
        "fat3" => vec!["i386", "ppc", "x86_64"],
        "fat64" => vec!["ppc64", "x86_64"],
        other => vec![other],
    }
}

/// Whether two names are of one architecture: tags and formats write them differently.
fn same_architecture(a: &str, b: &str) -> bool {
    let canonical = |name: &str| match name.to_ascii_lowercase().as_str() {
        "amd64" | "x64" | "x86-64" | "x86_64h" => "x86_64".to_owned(),
        "x86" | "i586" | "i686" => "i386".to_owned(),
        "aarch64" | "arm64e" | "arm64ec" => "arm64".to_owned(),
        other => other.to_owned(),
    };
    canonical(a) == canonical(b)
}

/// The architectures of platform tags on which an ELF file's code runs, by `e_machine`
/// (<https://gabi.xinuos.com/elf/a-emachine.html>).
fn elf_architectures(elf: &Elf) -> &'static [&'static str] {
    match (elf.machine_code, elf.class, elf.endian) {
        (3, ..) => &["i386"],
        (8, ElfClass::Elf32, Endian::Big) => &["mips"],
        (8, ElfClass::Elf32, Endian::Little) => &["mipsel"],
        (8, ElfClass::Elf64, Endian::Big) => &["mips64"],
        (8, ElfClass::Elf64, Endian::Little) => &["mips64el", "mips64"],
        (20, ..) => &["ppc"],
        (21, _, Endian::Big) => &["ppc64"],
        (21, _, Endian::Little) => &["ppc64le"],
        (22, ElfClass::Elf32, _) => &["s390"],
        (22, ElfClass::Elf64, _) => &["s390x"],
        (40, _, Endian::Little) => &["armv7l", "armv6l", "armv8l", "arm", "armhf"],
        (43, ..) => &["sparc64"],
        (62, ..) => &["x86_64"],
        (183, ..) => &["arm64"],
        (243, ElfClass::Elf64, _) => &["riscv64"],
        (243, ElfClass::Elf32, _) => &["riscv32"],
        (258, ..) => &["loongarch64"],
        _ => &[],
    }
}

/// `2.17` of `GLIBC_2.17`.
fn bare(glibc: &str) -> &str {
    glibc.strip_prefix("GLIBC_").unwrap_or(glibc)
}

/// `2.17` or `GLIBC_2.2.5` as a version that compares with a tag's; the third number does not count.
fn glibc_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = bare(text).split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::{DebugInfo, ObjectType, Role, RoleEvidence, Slice};

    fn elf(machine_code: u16, machine: &str, glibc: Option<&str>) -> Binary {
        let elf = Elf {
            class: ElfClass::Elf64,
            endian: Endian::Little,
            machine: machine.to_owned(),
            machine_code,
            object_type: ObjectType::Dyn,
            os_abi: 0,
            entry: 0,
            sections: None,
            interpreter: None,
            dynamic: None,
            exports: None,
            notes: Vec::new(),
            attribute_notes: 0,
            comment: Vec::new(),
            stripped: true,
            debug: DebugInfo::default(),
            glibc: glibc.map(str::to_owned),
            overlay: 0,
        };
        Binary { elf: Some(elf), ..binary(&[]) }
    }

    fn binary(architectures: &[&str]) -> Binary {
        let slice = |architecture: &&str| Slice {
            architecture: (*architecture).to_owned(),
            offset: 0,
            size: 0,
            name: None,
            needed: Vec::new(),
        };
        Binary {
            group: Group::ExtensionModule,
            role: Role::ExtensionModule,
            role_evidence: RoleEvidence::PythonExport,
            ids: Vec::new(),
            python_exports: Vec::new(),
            elf: None,
            slices: architectures.iter().map(slice).collect(),
            members: None,
        }
    }

    fn x86(glibc: Option<&str>) -> Binary {
        elf(62, "Advanced Micro Devices X86-64", glibc)
    }

    fn checked(tags: &str, path: &str, binary: &Binary) -> Vec<(String, String)> {
        let file_name = FileName::parse(&format!("demo-1.0-{tags}.whl")).0;
        let found = check_binaries(&file_name, None, [(path, binary)].into_iter());
        assert!(found.iter().all(|f| f.member.as_deref() == Some(path)));
        found.into_iter().map(|f| (f.code, f.detail)).collect()
    }

    fn finding(code: &str, detail: &str) -> (String, String) {
        (code.to_owned(), detail.to_owned())
    }

    #[test]
    fn a_binary_that_is_as_the_tags_say_gives_no_finding() {
        let module = "d/_c.cpython-310-x86_64-linux-gnu.so";
        assert_eq!(checked("cp310-cp310-manylinux_2_17_x86_64", module, &x86(Some("GLIBC_2.17"))), []);
        assert_eq!(checked("cp310-cp310-manylinux_2_5_x86_64.manylinux1_x86_64", module, &x86(Some("2.2.5"))), []);
        assert_eq!(checked("cp310-cp310-linux_x86_64", module, &x86(Some("2.38"))), []);
        assert_eq!(checked("cp312-cp312-macosx_11_0_arm64", "d/_c.cpython-312-darwin.so", &binary(&["arm64"])), []);
        assert_eq!(checked("cp312-cp312-win_amd64", "d/_c.cp312-win_amd64.pyd", &binary(&["x86_64"])), []);
        assert_eq!(checked("cp312-cp312-win32", "d/_c.cp312-win32.pyd", &binary(&["i386"])), []);
        assert_eq!(checked("cp312-cp312-win_arm64", "d/_c.cp312-win_arm64.pyd", &binary(&["aarch64"])), []);
        let universal = binary(&["x86_64", "arm64"]);
        assert_eq!(checked("cp312-cp312-macosx_10_13_universal2", "d/_c.cpython-312-darwin.so", &universal), []);
    }

    #[test]
    fn compiled_code_under_the_tag_any_is_said() {
        assert_eq!(
            checked("py3-none-any", "d/x.so", &x86(None)),
            [finding(
                "tags.any-with-binary",
                "the platform tag is `any`, and there is an ELF file for Advanced Micro Devices X86-64"
            )]
        );
    }

    #[test]
    fn code_for_another_machine_or_system_is_said() {
        let module = "d/_c.cpython-310-x86_64-linux-gnu.so";
        assert_eq!(
            checked("cp310-cp310-manylinux2014_aarch64", module, &x86(None)),
            [finding(
                "tags.foreign-machine",
                "the platform tag is manylinux2014_aarch64, the binary's machine is Advanced Micro Devices X86-64"
            )]
        );
        assert_eq!(
            checked("cp310-cp310-win_amd64", module, &x86(None)),
            [finding(
                "tags.foreign-format",
                "the platform tag is win_amd64, and there is an ELF file for Advanced Micro Devices X86-64"
            )]
        );
        assert_eq!(
            checked("cp310-cp310-linux_x86_64", module, &binary(&["arm64"])),
            [finding("tags.foreign-format", "the platform tag is linux_x86_64, and there is compiled code for arm64")]
        );
        assert_eq!(checked("cp310-cp310-linux_x86_64", module, &elf(247, "Linux BPF", None)), []);
        assert_eq!(checked("cp310-cp310-linux_amd64", module, &x86(None)), []);
        assert_eq!(checked("cp310-cp310-linux_vax", module, &x86(None))[0].0, "tags.foreign-machine");
    }

    #[test]
    fn a_universal_wheel_holds_all_its_architectures() {
        let module = "d/_c.cpython-312-darwin.so";
        assert_eq!(
            checked("cp312-cp312-macosx_10_13_universal2", module, &binary(&["x86_64"])),
            [finding(
                "tags.missing-slice",
                "the platform tag is macosx_10_13_universal2, the binary holds code for x86_64 and not for arm64"
            )]
        );
        assert_eq!(checked("cp312-cp312-macosx_11_0_arm64", module, &binary(&["x86_64"]))[0].0, "tags.foreign-machine");
    }

    #[test]
    fn a_glibc_later_than_the_tag_promises_is_said() {
        let module = "d/_c.cpython-310-x86_64-linux-gnu.so";
        let tags = "cp310-cp310-manylinux_2_28_x86_64.manylinux2014_x86_64";
        assert_eq!(
            checked(tags, module, &x86(Some("2.28"))),
            [finding(
                "tags.glibc",
                "the platform tag is manylinux_2_28_x86_64.manylinux2014_x86_64, for which glibc 2.17 suffices; the binary needs GLIBC_2.28"
            )]
        );
        assert_eq!(
            checked("cp310-cp310-musllinux_1_2_x86_64", module, &x86(Some("GLIBC_2.4"))),
            [finding("tags.glibc-on-musl", "the platform tag is musllinux_1_2_x86_64, the binary needs GLIBC_2.4")]
        );
    }

    #[test]
    fn a_module_of_another_abi_is_said_and_one_without_a_tag_is_noted() {
        let module = |name: &str, tags: &str| checked(&format!("{tags}-linux_x86_64"), name, &x86(None));
        assert_eq!(
            module("d/_c.cpython-311-x86_64-linux-gnu.so", "cp310-cp310"),
            [finding("tags.foreign-abi", "the wheel is for cp310-cp310, the module's name states CPython 3.11")]
        );
        assert_eq!(
            module("d/_b.cpython-314t-x86_64-linux-gnu.so", "cp310-abi3"),
            [finding("tags.foreign-abi", "the wheel is for cp310-abi3, the module's name states CPython 3.14t")]
        );
        assert_eq!(
            module("d/_b.cpython-310-x86_64-linux-gnu.so", "cp310-abi3"),
            [finding("tags.narrower-abi", "the wheel is for cp310-abi3, the module's name states CPython 3.10")]
        );
        assert_eq!(
            module("d/_torchaudio.so", "cp310-cp310"),
            [finding("tags.untagged-module", "the wheel is for cp310-cp310, the module's name states no interpreter")]
        );
        assert_eq!(module("d/lib.so", "py3-none"), []);
        assert_eq!(module("d/_c.abi3.so", "cp310-abi3"), []);
    }

    #[test]
    fn a_binary_at_the_root_denies_purelib() {
        let wheel = WheelFile::parse("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-linux_x86_64\n").0;
        let file_name = FileName::parse("odd.whl").0;
        let module = x86(None);
        let members =
            [("d/x.so", &module), ("demo-1.0.data/platlib/d/x.so", &module), ("demo-1.0.data/scripts/x", &module)];
        let found = check_binaries(&file_name, Some(&wheel), members.into_iter());
        let [finding] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(finding.code, "tags.binary-in-purelib");
        assert_eq!(finding.member.as_deref(), Some("d/x.so"));
        assert_eq!(
            finding.detail,
            "`Root-Is-Purelib: true`, and there is an ELF file for Advanced Micro Devices X86-64"
        );
    }
}
