//! The names of `e_machine`, as GNU readelf 2.40 prints them.

/// `code` as readelf names it; a number, e.g. `0x1234`, for what wheels are not built for.
pub(super) fn name(code: u16) -> String {
    let known = NAMES.binary_search_by_key(&code, |(number, _)| *number).ok();
    known.and_then(|at| NAMES.get(at)).map_or_else(|| format!("{code:#x}"), |(_, name)| (*name).to_owned())
}

/// Sorted by number. Every processor that Linux, the BSDs, Solaris or Haiku run on, and the devices whose code is found
/// inside wheels.
const NAMES: &[(u16, &str)] = &[
    (0, "None"),
    (2, "Sparc"),
    (3, "Intel 80386"),
    (4, "MC68000"),
    (8, "MIPS R3000"),
    (15, "HPPA"),
    (18, "Sparc v8+"),
    (20, "PowerPC"),
    (21, "PowerPC64"),
    (22, "IBM S/390"),
    (40, "ARM"),
    (42, "Renesas / SuperH SH"),
    (43, "Sparc v9"),
    (50, "Intel IA-64"),
    (62, "Advanced Micro Devices X86-64"),
    (83, "Atmel AVR 8-bit microcontroller"),
    (92, "OpenRISC 1000"),
    (93, "ARCompact"),
    (94, "Tensilica Xtensa Processor"),
    (105, "Texas Instruments msp430 microcontroller"),
    (113, "Altera Nios II"),
    (164, "QUALCOMM DSP6 Processor"),
    (175, "MCST Elbrus general purpose hardware architecture"),
    (180, "Intel L1OM"),
    (181, "Intel K1OM"),
    (183, "AArch64"),
    (188, "Tilera TILEPro multicore architecture family"),
    (189, "Xilinx MicroBlaze"),
    (190, "NVIDIA CUDA architecture"),
    (191, "Tilera TILE-Gx multicore architecture family"),
    (195, "ARCv2"),
    (205, "Intel Graphics Technology"),
    (224, "AMD GPU"),
    (243, "RISC-V"),
    (247, "Linux BPF"),
    (251, "NEC Vector Engine"),
    (252, "C-SKY"),
    (258, "LoongArch"),
    (0x9026, "Alpha"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_so_that_it_can_be_searched() {
        assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn an_unknown_machine_is_a_number() {
        assert_eq!(name(0x1234), "0x1234");
        assert_eq!(name(62), "Advanced Micro Devices X86-64");
    }
}
