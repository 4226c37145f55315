//! A member's local header and data descriptor against its central header.

use super::codes;
use super::descriptor::Descriptor;
use super::extra::{ExtraFields, Resolved, UNICODE_PATH, ZIP64};
use super::fields::signature;
use super::header::{Central, Local};
use super::name::{self, quoted};
use super::tally::Tally;

/// Flags that change how a member is read: encrypted, data descriptor, patched, strong encryption, UTF-8 name, masked.
const FLAGS_THAT_MATTER: u16 = 0x2869;

/// Compares the two headers.
pub(super) fn headers(central: &Central, local: &Local, name: &str, tally: &mut Tally) {
    let (at, local_at) = (central.at, local.at);
    let shown = quoted(name);
    let both = |what: &str, there: &dyn std::fmt::Display, here: &dyn std::fmt::Display| {
        format!(
            "{shown}: the directory (offset {at}) says {what} {there}, the local header (offset {local_at}) says {here}"
        )
    };
    if central.raw_name != local.raw_name {
        tally.member(&codes::NAME_DIFFERS, name, local_at, || {
            let here = local.name();
            let here = quoted(&here);
            format!("the directory (offset {at}) says {shown}, the local header (offset {local_at}) says {here}")
        });
    }
    let (there, here) = (&central.claims, &local.claims);
    if there.method != here.method {
        tally.member(&codes::METHOD_DIFFERS, name, local_at, || both("method", &there.method, &here.method));
    }
    if (there.flags ^ here.flags) & FLAGS_THAT_MATTER != 0 {
        let hex = |flags: u16| format!("{flags:#06x}");
        tally.member(&codes::FLAGS_DIFFER, name, local_at, || both("flags", &hex(there.flags), &hex(here.flags)));
    }
    // Zeros in the local header defer to the data descriptor.
    let deferred = |zero: bool| here.has_descriptor() && zero;
    if there.crc32 != here.crc32 && !deferred(here.crc32 == 0) {
        let hex = |crc: u32| format!("{crc:08x}");
        tally.member(&codes::CRC_DIFFERS, name, local_at, || both("CRC-32", &hex(there.crc32), &hex(here.crc32)));
    }
    let (far, near) = (&central.resolved, &local.resolved);
    if far.compressed_size != near.compressed_size && !deferred(near.compressed_size == 0) {
        tally.member(&codes::SIZES_DIFFER, name, local_at, || {
            both("compressed size", &far.compressed_size, &near.compressed_size)
        });
    }
    if far.size != near.size && !deferred(near.size == 0) {
        tally.member(&codes::SIZES_DIFFER, name, local_at, || both("size", &far.size, &near.size));
    }
    if (there.date, there.time) != (here.date, here.time) {
        tally.common(
            &codes::DATES_DIFFER,
            "with another date in the local header than in the directory",
            name,
            local_at,
        );
    }
    extra(&local.extra, &local.raw_name, near, "local header", name, local_at, tally);
    if far.unreferenced {
        tally.common(
            &codes::ZIP64_UNREFERENCED,
            "with a zip64 field in the directory that nothing refers to",
            name,
            at,
        );
    } else if needs_no_zip64(far) && (far.zip64_len.is_some() || near.zip64_len.is_some()) {
        tally.common(&codes::ZIP64_SUPERFLUOUS, "with a zip64 field that is not needed", name, local_at);
    }
}

/// What is odd about the extra fields of one header.
pub(super) fn extra(
    bytes: &[u8],
    raw_name: &[u8],
    resolved: &Resolved,
    header: &str,
    name: &str,
    at: u64,
    tally: &mut Tally,
) {
    if bytes.is_empty() && !resolved.missing {
        return;
    }
    let fields = ExtraFields::read(bytes);
    let shown = quoted(name);
    if let Some(malformed) = fields.malformed_at {
        tally.member(&codes::EXTRA_MALFORMED, name, at, || {
            let len = bytes.len();
            format!(
                "{shown}: the {len} bytes of extra fields in the {header} (offset {at}) can't be read from byte \
                     {malformed} on"
            )
        });
    }
    for id in [ZIP64, UNICODE_PATH] {
        if fields.repeats(id) {
            tally.member(&codes::EXTRA_REPEATED, name, at, || {
                format!("{shown}: the {header} (offset {at}) has the extra field {id:#06x} more than once")
            });
        }
    }
    if let Some(within) = signature::of_header(bytes) {
        tally.member(&codes::HEADER_IN_FIELD, name, at, || {
            format!(
                "{shown}: byte {within} of the extra fields in the {header} (offset {at}) begins what looks like a header"
            )
        });
    }
    if resolved.missing {
        tally.member(&codes::ZIP64_MISSING, name, at, || {
            format!("{shown}: the {header} (offset {at}) refers to its zip64 field for a value that is not in it")
        });
    }
    if let Some((size, compressed_size)) = resolved.contradiction {
        tally.member(&codes::ZIP64_DIFFERS, name, at, || {
            format!(
                "{shown}: the {header} (offset {at}) says {} bytes, {} compressed, its zip64 field says {size} and \
                 {compressed_size}",
                resolved.size, resolved.compressed_size
            )
        });
    }
    if let Some(unicode) = fields.unicode_path(raw_name)
        && unicode != raw_name
    {
        tally.member(&codes::UNICODE_PATH, name, at, || {
            let theirs = name::decode(unicode);
            let theirs = quoted(&theirs);
            format!("the name in the {header} (offset {at}) is {shown}, its Unicode path field says {theirs}")
        });
    }
}

/// Compares a data descriptor, which lies at `at`, with the directory.
pub(super) fn descriptor(central: &Central, found: Option<&Descriptor>, name: &str, at: u64, tally: &mut Tally) {
    let shown = quoted(name);
    let there = (central.claims.crc32, central.resolved.compressed_size, central.resolved.size);
    match found {
        None => tally.member(&codes::DESCRIPTOR_MISSING, name, at, || {
            format!("{shown}: flag bit 3 says that a data descriptor follows, at offset {at}; there is none")
        }),
        Some(found) if (found.crc32, found.compressed_size, found.size) != there => {
            tally.member(&codes::DESCRIPTOR_DIFFERS, name, at, || {
                format!(
                    "{shown}: the directory (offset {}) says CRC-32 {:08x}, {} bytes, {} compressed, the data \
                     descriptor (offset {at}) says {:08x}, {} and {}",
                    central.at, there.0, there.2, there.1, found.crc32, found.size, found.compressed_size
                )
            });
        }
        Some(_) => {}
    }
}

/// Whether all values fit into 32 bits.
fn needs_no_zip64(resolved: &Resolved) -> bool {
    let limit = u64::from(u32::MAX);
    !resolved.missing
        && [resolved.size, resolved.compressed_size, resolved.header_offset].into_iter().all(|v| v < limit)
}
