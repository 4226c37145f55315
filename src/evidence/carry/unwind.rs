//! Where functions begin and end by the unwind tables, which stripped files keep.
//!
//! Source: Linux Standard Base Core, chapter "Exception Frames" (`.eh_frame` and `.eh_frame_hdr`). Only the encodings
//! that linkers write are read; with any other, there are no bounds.

use object::elf;
use object::endian::Endianness;

use super::super::tables::number;
use crate::binary::elf::{Span, View};

/// `DW_EH_PE_udata4`
const UDATA4: u8 = 0x03;
/// `DW_EH_PE_datarel | DW_EH_PE_sdata4`
const DATAREL_SDATA4: u8 = 0x3b;
/// Bytes of the header before its table: version, three encodings, pointer to `.eh_frame`, count.
const HEADER: usize = 12;

/// The sorted table of functions that `.eh_frame_hdr` holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unwind<'data> {
    table: &'data [u8],
    /// Address from which the table counts.
    base: u64,
    endian: Endianness,
}

impl<'data> Unwind<'data> {
    /// Opens the table; `None` when there is none that can be read.
    pub(super) fn read(view: &View<'data>) -> Option<Self> {
        let segment = view.segments().iter().find(|segment| segment.kind == elf::PT_GNU_EH_FRAME.0)?;
        let bytes = view.read(segment.span)?;
        let [1, pointer, UDATA4, DATAREL_SDATA4] = bytes.get(..4)? else { return None };
        // Four bytes of pointer, whatever it counts from.
        if !matches!(pointer & 0x0f, 0x03 | 0x0b) {
            return None;
        }
        let endian = view.endian();
        let count = usize::try_from(number(bytes.get(8..HEADER)?, endian)).ok()?;
        let table = bytes.get(HEADER..HEADER.checked_add(count.checked_mul(8)?)?)?;
        Some(Self { table, base: segment.address, endian })
    }

    /// First address and size of the function that holds `address`.
    pub(super) fn function(&self, view: &View<'_>, address: u64) -> Option<(u64, u64)> {
        let (mut low, mut high) = (0, self.table.len().checked_div(8)?);
        while low < high {
            let middle = low.midpoint(high);
            if self.entry(middle)?.0 <= address {
                low = middle.checked_add(1)?;
            } else {
                high = middle;
            }
        }
        let (start, record) = self.entry(low.checked_sub(1)?)?;
        let size = self.size(view, start, record)?;
        (address < start.checked_add(size)?).then_some((start, size))
    }

    /// Address of the function and of its record.
    fn entry(&self, index: usize) -> Option<(u64, u64)> {
        let at = index.checked_mul(8)?;
        let word = |at: usize| {
            let raw = number(self.table.get(at..at.checked_add(4)?)?, self.endian);
            self.base.checked_add_signed(sign(raw))
        };
        Some((word(at)?, word(at.checked_add(4)?)?))
    }

    /// The size that a record states; it must be of the function that the table says.
    fn size(&self, view: &View<'_>, start: u64, record: u64) -> Option<u64> {
        let there = view.file_range(record).filter(|there| there.size >= 16)?;
        let bytes = view.read(Span { offset: there.offset, size: 16 })?;
        let word = |at: usize| Some(number(bytes.get(at..at.checked_add(4)?)?, self.endian));
        // 64-bit records have 0xffffffff here; linkers don't write them.
        if word(0)? == 0xffff_ffff {
            return None;
        }
        let begins = record.checked_add(8)?.checked_add_signed(sign(word(8)?))?;
        let size = word(12)?;
        (begins == start && size > 0).then_some(size)
    }
}

fn sign(word: u64) -> i64 {
    i64::from(u32::try_from(word & 0xffff_ffff).unwrap_or(0).cast_signed())
}
