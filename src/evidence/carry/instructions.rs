//! Instructions: which of their bits a linker fills in, and how they read.
//!
//! x86 and x86-64 are decoded by `iced-x86`. `AArch64`'s instructions all have four bytes, and the few that hold a
//! distance are told by hand (Arm Architecture Reference Manual, chapter C4). Of other machines nothing is masked, so
//! that only equal bytes match there.

use iced_x86::{Code, Decoder, DecoderOptions, Formatter as _, Instruction, IntelFormatter, OpKind};
use object::elf;

/// Instructions that an excerpt shows.
const SHOWN: usize = 4;

/// Bytes of which each bit counts or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Masked {
    pub(super) bytes: Vec<u8>,
    /// A set bit counts.
    pub(super) mask: Vec<u8>,
}

impl Masked {
    /// All bits count.
    pub(super) fn plain(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), mask: vec![0xff; bytes.len()] }
    }

    /// Instructions at `address`, without what changes when the code or its targets move: distances to places outside
    /// the bytes themselves.
    pub(super) fn code(bytes: &[u8], address: u64, machine: u16) -> Self {
        let mut masked = Self::plain(bytes);
        match elf::Machine(machine) {
            elf::EM_X86_64 => masked.x86(address, 64),
            elf::EM_386 => masked.x86(address, 32),
            elf::EM_AARCH64 => masked.aarch64(address),
            _ => {}
        }
        masked
    }

    /// Whether `other` has the same bytes wherever bits count.
    pub(super) fn matches(&self, other: &[u8]) -> bool {
        let parts = self.bytes.iter().zip(&self.mask).zip(other);
        other.len() == self.bytes.len() && parts.into_iter().all(|((byte, mask), other)| byte & mask == other & mask)
    }

    /// Bytes of which every bit counts.
    pub(super) fn significant(&self) -> usize {
        self.mask.iter().map(|mask| usize::from(*mask == 0xff)).sum()
    }

    fn clear(&mut self, at: usize, size: usize) {
        let end = at.saturating_add(size);
        if let Some(mask) = self.mask.get_mut(at..end) {
            mask.fill(0);
        }
    }

    fn x86(&mut self, address: u64, bits: u32) {
        let bytes = self.bytes.clone();
        let end = address.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        let outside = |target: u64| !(address..end).contains(&target);
        let mut decoder = Decoder::with_ip(bits, &bytes, address, DecoderOptions::NONE);
        let mut instruction = Instruction::default();
        while decoder.can_decode() {
            let at = decoder.position();
            decoder.decode_out(&mut instruction);
            if instruction.is_invalid() {
                continue;
            }
            let offsets = decoder.get_constant_offsets(&instruction);
            if branch(&instruction).is_some_and(outside) {
                self.clear(at.saturating_add(offsets.immediate_offset()), offsets.immediate_size());
            }
            if instruction.is_ip_rel_memory_operand() && outside(instruction.ip_rel_memory_address()) {
                self.clear(at.saturating_add(offsets.displacement_offset()), offsets.displacement_size());
            }
        }
    }

    fn aarch64(&mut self, address: u64) {
        let end = address.saturating_add(u64::try_from(self.bytes.len()).unwrap_or(u64::MAX));
        // Registers that an ADRP gave the page of some address; what is added to them is the rest of it.
        let mut pages = 0_u32;
        let mut at = address;
        for (word, mask) in self.bytes.as_chunks::<4>().0.iter().zip(self.mask.as_chunks_mut::<4>().0) {
            let code = u32::from_le_bytes(*word);
            let keep = aarch64_mask(code, at, &(address..end), &mut pages);
            *mask = keep.to_le_bytes();
            at = at.saturating_add(4);
        }
    }
}

/// The bits of an `AArch64` instruction that count.
fn aarch64_mask(code: u32, at: u64, own: &std::ops::Range<u64>, pages: &mut u32) -> u32 {
    const ADR: u32 = 0x60ff_ffe0;
    const IMM12: u32 = 0x003f_fc00;
    let register = |shift: u32| 1_u32.checked_shl(code >> shift & 31).unwrap_or(0);
    // ADR and ADRP: immlo and immhi.
    if code & 0x1f00_0000 == 0x1000_0000 {
        if code & 0x8000_0000 != 0 {
            *pages |= register(0);
        }
        return !ADR;
    }
    // B and BL: imm26, in words.
    if code & 0x7c00_0000 == 0x1400_0000 {
        let words = i64::from((code << 6).cast_signed() >> 6);
        let target = at.checked_add_signed(words.saturating_mul(4));
        return if target.is_some_and(|target| own.contains(&target)) { u32::MAX } else { 0xfc00_0000 };
    }
    // LDR (literal): imm19.
    if code & 0x3b00_0000 == 0x1800_0000 {
        return !0x00ff_ffe0;
    }
    // ADD (immediate) and loads and stores with an unsigned offset, from a page.
    let adds = code & 0x7f80_0000 == 0x1100_0000;
    let accesses = code & 0x3b00_0000 == 0x3900_0000;
    if (adds || accesses) && *pages & register(5) != 0 {
        return !IMM12;
    }
    u32::MAX
}

/// A place outside their own bytes that instructions reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// They jump to it or call it.
    Branch(u64),
    /// They read, write or point to it.
    Memory(u64),
}

/// The places outside that x86 instructions reach, in order; `None` for machines whose instructions are not decoded.
pub(super) fn reaches(bytes: &[u8], address: u64, machine: u16) -> Option<Vec<Reach>> {
    let bits = bits(machine)?;
    let end = address.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
    let mut reached = Vec::new();
    for instruction in Decoder::with_ip(bits, bytes, address, DecoderOptions::NONE) {
        let reach = match branch(&instruction) {
            Some(target) => Reach::Branch(target),
            None if instruction.is_ip_rel_memory_operand() => Reach::Memory(instruction.ip_rel_memory_address()),
            None => continue,
        };
        let (Reach::Branch(target) | Reach::Memory(target)) = reach;
        if !(address..end).contains(&target) {
            reached.push(reach);
        }
    }
    Some(reached)
}

/// The address through which x86-64 instructions jump at once, as the stubs of `.plt` do.
pub(super) fn jumps_through(bytes: &[u8], address: u64, machine: u16) -> Option<u64> {
    let bits = bits(machine)?;
    let mut decoder = Decoder::with_ip(bits, bytes, address, DecoderOptions::NONE).into_iter();
    let first = decoder.next()?;
    let jump = if matches!(first.code(), Code::Endbr64 | Code::Endbr32) { decoder.next()? } else { first };
    let jumps = matches!(jump.code(), Code::Jmp_rm64 | Code::Jmp_rm32);
    (jumps && jump.is_ip_rel_memory_operand()).then(|| jump.ip_rel_memory_address())
}

fn branch(instruction: &Instruction) -> Option<u64> {
    let near = matches!(instruction.op0_kind(), OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64);
    near.then(|| instruction.near_branch_target())
}

/// The mode in which `iced-x86` decodes a machine's instructions.
fn bits(machine: u16) -> Option<u32> {
    match elf::Machine(machine) {
        elf::EM_X86_64 => Some(64),
        elf::EM_386 => Some(32),
        _ => None,
    }
}

/// What `bytes` at `address` say as instructions, at most [`SHOWN`]; empty for machines that are not disassembled.
pub(super) fn disassemble(bytes: &[u8], address: u64, machine: u16) -> Vec<String> {
    let Some(bits) = bits(machine) else { return Vec::new() };
    let mut formatter = IntelFormatter::new();
    formatter.options_mut().set_space_after_operand_separator(true);
    formatter.options_mut().set_hex_prefix("0x");
    formatter.options_mut().set_hex_suffix("");
    formatter.options_mut().set_uppercase_hex(false);
    let decoder = Decoder::with_ip(bits, bytes, address, DecoderOptions::NONE);
    let text = |instruction: Instruction| {
        let mut text = String::new();
        formatter.format(&instruction, &mut text);
        text
    };
    decoder.into_iter().take_while(|instruction| !instruction.is_invalid()).take(SHOWN).map(text).collect()
}

/// The start of the instruction that holds byte `at` of `bytes`, which begin with an instruction; `at` itself for
/// machines whose instructions are not decoded.
pub(super) fn boundary(bytes: &[u8], at: usize, machine: u16) -> usize {
    let Some(bits) = bits(machine) else {
        return if elf::Machine(machine) == elf::EM_AARCH64 { at & !3 } else { at };
    };
    let mut decoder = Decoder::with_ip(bits, bytes, 0, DecoderOptions::NONE);
    let mut instruction = Instruction::default();
    let mut start = 0;
    while decoder.can_decode() && decoder.position() <= at {
        start = decoder.position();
        decoder.decode_out(&mut instruction);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `objdump -d`: call 0x1050; lea rax,[rip+0xeff]; jmp to itself's start; ret
    const X86: [u8; 15] = [0xe8, 0x4b, 0, 0, 0, 0x48, 0x8d, 0x05, 0xff, 0x0e, 0, 0, 0xeb, 0xf2, 0xc3];

    #[test]
    fn distances_out_of_the_bytes_do_not_count_and_all_else_does() {
        let masked = Masked::code(&X86, 0x1000, 62);
        let expected = [0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff];
        assert_eq!(masked.mask, expected);
        assert_eq!(masked.significant(), 7);
        let mut other = X86;
        (other[1], other[8]) = (0x11, 0x22);
        assert!(masked.matches(&other));
        other[13] = 0xf3;
        assert!(!masked.matches(&other), "a branch within is part of the code");
        assert!(!masked.matches(&X86[1..]));
    }

    #[test]
    fn the_address_of_a_page_and_what_is_added_to_it_do_not_count_on_aarch64() {
        // adrp x0, …; add x0, x0, #0x123; ldr x1, [x2, #8]; bl …; b .-16; ret
        let words = [0x9000_0000_u32, 0x9104_8c00, 0xf940_0441, 0x9400_0100, 0x17ff_fffc, 0xd65f_03c0];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let masked = Masked::code(&bytes, 0x1000, 183);
        let masks: Vec<u32> = masked.mask.as_chunks::<4>().0.iter().map(|mask| u32::from_le_bytes(*mask)).collect();
        assert_eq!(masks, [0x9f00_001f, 0xffc0_03ff, u32::MAX, 0xfc00_0000, u32::MAX, u32::MAX]);
    }

    #[test]
    fn instructions_read_as_objdump_writes_them() {
        let text = disassemble(&X86, 0x1000, 62);
        assert_eq!(text, ["call 0x0000000000001050", "lea rax, [0x1f0b]", "jmp short 0x0000000000001000", "ret"]);
        assert_eq!(disassemble(&X86, 0, 183), Vec::<String>::new());
        assert_eq!([0, 3, 5, 11, 14].map(|at| boundary(&X86, at, 62)), [0, 0, 5, 5, 14]);
    }
}
