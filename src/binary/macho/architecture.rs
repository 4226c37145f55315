//! Names of architectures, as `lipo -archs` prints them.

use object::macho;

/// The name of a `cputype` and `cpusubtype`; both as numbers where no Mac runs it.
pub(super) fn name(cpu: macho::CpuType, subtype: macho::CpuSubtype) -> String {
    let known = match (cpu, subtype.id().0) {
        (macho::CPU_TYPE_X86_64, id) if id == macho::CPU_SUBTYPE_X86_64_H.0 => "x86_64h",
        (macho::CPU_TYPE_X86_64, _) => "x86_64",
        (macho::CPU_TYPE_X86, _) => "i386",
        (macho::CPU_TYPE_ARM64, id) if id == macho::CPU_SUBTYPE_ARM64E.0 => "arm64e",
        (macho::CPU_TYPE_ARM64, _) => "arm64",
        (macho::CPU_TYPE_ARM64_32, _) => "arm64_32",
        (macho::CPU_TYPE_ARM, id) if id == macho::CPU_SUBTYPE_ARM_V7.0 => "armv7",
        (macho::CPU_TYPE_ARM, id) if id == macho::CPU_SUBTYPE_ARM_V7S.0 => "armv7s",
        (macho::CPU_TYPE_ARM, id) if id == macho::CPU_SUBTYPE_ARM_V7K.0 => "armv7k",
        (macho::CPU_TYPE_ARM, _) => "arm",
        (macho::CPU_TYPE_POWERPC, _) => "ppc",
        (macho::CPU_TYPE_POWERPC64, _) => "ppc64",
        (cpu, id) => return format!("cputype ({}) cpusubtype ({id})", cpu.0),
    };
    known.to_owned()
}
