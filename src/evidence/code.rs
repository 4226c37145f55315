//! Whether everything that can run in one file can run, byte for byte, in another: at the same address, or at one
//! constant distance.

use super::image::{Mapped, Piece, PieceKind};
use crate::binary::elf::{Span, View};

/// A file and what can run of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) mapped: &'a Mapped,
}

/// How many bytes of code there are, when all of them are equal at a distance of `shift`; else `None`.
///
/// The relation is an equivalence among files with section tables (and among files without one): what is code in one
/// is code of the same bytes in the other. Bare bytes may face data or nothing only where they are zero: padding.
pub(super) fn equal(a: Side<'_>, b: Side<'_>, shift: i64) -> Option<u64> {
    let moved = |piece: &Piece| -> Option<Placed> {
        let address = piece.address.checked_add_signed(shift)?;
        Some(Placed { start: address, end: address.checked_add(piece.span.size)?, span: piece.span, kind: piece.kind })
    };
    let left: Vec<Placed> = a.mapped.pieces.iter().map(moved).collect::<Option<_>>()?;
    let still = |piece: &Piece| -> Option<Placed> {
        let end = piece.address.checked_add(piece.span.size)?;
        Some(Placed { start: piece.address, end, span: piece.span, kind: piece.kind })
    };
    let right: Vec<Placed> = b.mapped.pieces.iter().map(still).collect::<Option<_>>()?;
    let ordered = |side: &[Placed]| side.is_sorted_by(|before, after| before.end <= after.start);
    if !ordered(&left) || !ordered(&right) {
        return None;
    }

    let mut bounds: Vec<u64> = left.iter().chain(&right).flat_map(|piece| [piece.start, piece.end]).collect();
    bounds.sort_unstable();
    bounds.dedup();
    let mut code = 0_u64;
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    for bound in bounds.windows(2) {
        let &[start, end] = bound else { continue };
        let part = |pieces: &mut std::iter::Peekable<std::slice::Iter<'_, Placed>>| {
            while pieces.next_if(|piece| piece.end <= start).is_some() {}
            pieces.peek().filter(|piece| piece.start <= start).map(|piece| {
                let offset = piece.span.offset.saturating_add(start.saturating_sub(piece.start));
                (piece.kind, Span { offset, size: end.saturating_sub(start) })
            })
        };
        let (x, y) = (part(&mut left), part(&mut right));
        let is_code = agree(a, x, b, y)?;
        code = code.saturating_add(if is_code { end.saturating_sub(start) } else { 0 });
    }
    Some(code)
}

/// A piece at the address at which it is compared.
struct Placed {
    start: u64,
    end: u64,
    span: Span,
    kind: PieceKind,
}

/// Whether the bytes at one stretch of addresses are code that is equal (`true`), no code (`false`), or code that is
/// not equal (`None`).
fn agree(a: Side<'_>, x: Option<(PieceKind, Span)>, b: Side<'_>, y: Option<(PieceKind, Span)>) -> Option<bool> {
    use PieceKind::{Bare, Code, Data};
    let same = |x: Span, y: Span| (a.view.read(x)? == b.view.read(y)?).then_some(());
    let zero = |side: Side<'_>, span: Span| side.view.read(span)?.iter().all(|byte| *byte == 0).then_some(());
    match (x, y) {
        (Some((Code, x)), Some((Code, y))) => same(x, y).map(|()| true),
        (Some((Bare, x)), Some((Bare, y))) => same(x, y).map(|()| !a.mapped.has_sections),
        // Without a section table all is bare. With one, bare bytes are padding and no match for code.
        (Some((Code, x)), Some((Bare, y))) if !b.mapped.has_sections => same(x, y).map(|()| true),
        (Some((Bare, x)), Some((Code, y))) if !a.mapped.has_sections => same(x, y).map(|()| true),
        (Some((Bare, x)), Some((Data, _)) | None) => zero(a, x).map(|()| false),
        (Some((Data, _)) | None, Some((Bare, y))) => zero(b, y).map(|()| false),
        (Some((Data, _)) | None, Some((Data, _)) | None) => Some(false),
        (Some((Code | Bare, _)), _) | (_, Some((Code, _))) => None,
    }
}

/// The distance from the first code of one file to that of the other; `None` when either has none, or when it is zero.
pub(super) fn shift(a: &Mapped, b: &Mapped) -> Option<i64> {
    let first = |mapped: &Mapped| {
        let kind = if mapped.has_sections { PieceKind::Code } else { PieceKind::Bare };
        mapped.pieces.iter().find(|piece| piece.kind == kind).map(|piece| piece.address)
    };
    let distance = i128::from(first(b)?).checked_sub(i128::from(first(a)?))?;
    i64::try_from(distance).ok().filter(|distance| *distance != 0)
}
