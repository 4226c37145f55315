//! What a file is, by its first bytes.

use object::macho;
use object::pe;

use super::coff;
use super::facts::FileKind;
use crate::bytes::limits::HEAD;

/// Bytes of a git-LFS pointer at most (the specification's bound).
const LFS_POINTER: u64 = 1024;

/// A Java class file shares the magic of a universal Mach-O; where that counts architectures, it has its version, and
/// the first ever was 45.
const JAVA: u32 = 45;

/// What the file is that begins with `head` and has `size` bytes in all. The magic decides, never the name.
///
/// `head` should be the first 64 KiB, or the whole file; of a shorter one less can be said, never something false.
pub fn kind(head: &[u8], size: u64) -> FileKind {
    if size == 0 {
        return FileKind::Empty;
    }
    if head.starts_with(b"\x7fELF") {
        return elf(head, size);
    }
    if let Some(kind) = macho(head) {
        return kind;
    }
    match head {
        [b'M', b'Z', ..] if is_pe(head) => FileKind::Pe,
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', b'\n', ..] => FileKind::Archive,
        [b'!', b'<', b't', b'h', b'i', b'n', b'>', b'\n', ..] => FileKind::ThinArchive,
        // Plain, and in Apple's wrapper.
        [b'B', b'C', 0xc0, 0xde, ..] | [0xde, 0xc0, 0x17, 0x0b, ..] => FileKind::Bitcode,
        [0, b'a', b's', b'm', ..] => FileKind::Wasm,
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => FileKind::Zip,
        [0x1f, 0x8b, ..] => FileKind::Gzip,
        _ if coff::is_object(head, size) => FileKind::Coff,
        _ => text(head, size).unwrap_or(FileKind::Data),
    }
}

fn elf(head: &[u8], size: u64) -> FileKind {
    // EI_CLASS gives the header's size; a file that ends before it has no header of either size.
    let header = match (head.get(4), head.get(5)) {
        (Some(1), Some(1 | 2)) => 52,
        (Some(2), Some(1 | 2)) => 64,
        (Some(_), Some(_)) => return FileKind::Data,
        _ => 52,
    };
    if size < header { FileKind::TruncatedElf } else { FileKind::Elf }
}

fn macho(head: &[u8]) -> Option<FileKind> {
    let word = |at: usize| {
        let bytes: [u8; 4] = head.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes))
    };
    match word(0)? {
        macho::MH_MAGIC | macho::MH_CIGAM | macho::MH_MAGIC_64 | macho::MH_CIGAM_64 => Some(FileKind::MachO),
        macho::FAT_MAGIC if word(4)? < JAVA => Some(FileKind::MachOUniversal),
        macho::FAT_MAGIC_64 => Some(FileKind::MachOUniversal),
        _ => None,
    }
}

/// Whether the DOS header points to a PE header.
fn is_pe(head: &[u8]) -> bool {
    let header = pe::ImageDosHeader::parse(head).ok().and_then(|dos| usize::try_from(dos.nt_headers_offset()).ok());
    header.and_then(|at| head.get(at..)).is_some_and(|rest| rest.starts_with(b"PE\0\0"))
}

/// The kinds of text; `None` when it is none. The first 64 KiB decide, so that a head and the whole say the same.
fn text(head: &[u8], size: u64) -> Option<FileKind> {
    let head = head.get(..HEAD).unwrap_or(head);
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // Where the head ends may be in the middle of a character.
        Err(error) if error.error_len().is_none() && u64::try_from(head.len()).is_ok_and(|len| len < size) => {
            std::str::from_utf8(head.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    if text.bytes().any(|byte| byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1a | 0x1b)) {
        return None;
    }
    let text = text.trim_start_matches('\u{feff}');
    Some(if text.starts_with("#!") {
        FileKind::Script
    } else if is_lfs_pointer(text, size) {
        FileKind::LfsPointer
    } else if is_linker_script(text) {
        FileKind::LinkerScript
    } else {
        FileKind::Text
    })
}

/// <https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md>: `version` first, then sorted keys, `oid` among them.
fn is_lfs_pointer(text: &str, size: u64) -> bool {
    let version =
        text.strip_prefix("version https://").and_then(|rest| rest.split_once('\n')).map(|(version, _)| version);
    let known =
        version.is_some_and(|v| v.starts_with("git-lfs.github.com/spec/") || v.starts_with("hawser.github.com/spec/"));
    known && size <= LFS_POINTER && text.contains("\noid ")
}

/// A script for GNU ld whose first command, after comments, is one that libraries' scripts begin with.
fn is_linker_script(text: &str) -> bool {
    const COMMANDS: [&str; 6] = ["GROUP", "INPUT", "OUTPUT_FORMAT", "SEARCH_DIR", "TARGET", "AS_NEEDED"];
    let mut rest = text.trim_start();
    while let Some((_, after)) = rest.strip_prefix("/*").and_then(|comment| comment.split_once("*/")) {
        rest = after.trim_start();
    }
    COMMANDS.iter().any(|command| rest.strip_prefix(command).is_some_and(|rest| rest.trim_start().starts_with('(')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(bytes: &[u8]) -> FileKind {
        kind(bytes, u64::try_from(bytes.len()).unwrap())
    }

    fn pe_file(signature: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; 0x80];
        bytes[..2].copy_from_slice(b"MZ");
        bytes[0x3c] = 0x80;
        bytes.extend_from_slice(signature);
        bytes
    }

    #[test]
    fn magic_decides() {
        let cases: &[(&[u8], FileKind)] = &[
            (b"", FileKind::Empty),
            (b"!<arch>\n", FileKind::Archive),
            (b"!<thin>\n", FileKind::ThinArchive),
            (b"BC\xc0\xde", FileKind::Bitcode),
            (b"\xde\xc0\x17\x0b", FileKind::Bitcode),
            (b"\0asm\x01\0\0\0", FileKind::Wasm),
            (b"PK\x03\x04", FileKind::Zip),
            (b"PK\x05\x06", FileKind::Zip),
            (b"\x1f\x8b\x08", FileKind::Gzip),
            (b"\xcf\xfa\xed\xfe", FileKind::MachO),
            (b"\xfe\xed\xfa\xce", FileKind::MachO),
            (b"#!/bin/sh\n", FileKind::Script),
            (b"#!python\n", FileKind::Script),
            ("grüße\n".as_bytes(), FileKind::Text),
            (b"\x01\x02\x03", FileKind::Data),
            (b"\xff\xfe", FileKind::Data),
            (b"MZ\x90\0", FileKind::Data),
        ];
        for (bytes, expected) in cases {
            assert_eq!(whole(bytes), *expected, "{bytes:?}");
        }
    }

    #[test]
    fn an_elf_file_that_ends_inside_its_header_is_truncated_and_one_without_class_or_byte_order_is_none() {
        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        for len in 4..=bytes.len() {
            assert_eq!(whole(&bytes[..len]), FileKind::TruncatedElf, "{len}");
        }
        bytes.resize(63, 0);
        assert_eq!(whole(&bytes), FileKind::TruncatedElf);
        bytes.push(0);
        assert_eq!(whole(&bytes), FileKind::Elf);
        bytes[4] = 1;
        assert_eq!(whole(&bytes[..52]), FileKind::Elf);
        assert_eq!(whole(&bytes[..51]), FileKind::TruncatedElf);
        bytes[4] = b'A';
        assert_eq!(whole(&bytes), FileKind::Data);
        bytes[4] = 2;
        bytes[5] = 3;
        assert_eq!(whole(&bytes), FileKind::Data);
    }

    #[test]
    fn mz_is_a_pe_only_with_a_pe_header() {
        assert_eq!(whole(&pe_file(b"PE\0\0")), FileKind::Pe);
        assert_eq!(whole(&pe_file(b"NE\0\0")), FileKind::Data);
        assert_eq!(whole(&pe_file(b"PE\0")), FileKind::Data);
        let mut beyond = pe_file(b"PE\0\0");
        beyond[0x3f] = 0xff;
        assert_eq!(whole(&beyond), FileKind::Data);
    }

    #[test]
    fn a_java_class_is_no_universal_macho() {
        // javac 1.1 wrote 45.3, javac 21 writes 65.0; lipo writes 2 architectures.
        assert_eq!(whole(b"\xca\xfe\xba\xbe\0\x03\0\x2d"), FileKind::Data);
        assert_eq!(whole(b"\xca\xfe\xba\xbe\0\0\0\x41"), FileKind::Data);
        assert_eq!(whole(b"\xca\xfe\xba\xbe\0\0\0\x02"), FileKind::MachOUniversal);
        assert_eq!(whole(b"\xca\xfe\xba\xbf\0\0\0\x02"), FileKind::MachOUniversal);
    }

    #[test]
    fn text_is_told_apart_and_may_be_cut_inside_a_character() {
        let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n";
        assert_eq!(whole(pointer), FileKind::LfsPointer);
        assert_eq!(kind(pointer, 5000), FileKind::Text);
        assert_eq!(whole(b"/* GNU ld script */\nGROUP ( libfoo.so.1 )\n"), FileKind::LinkerScript);
        assert_eq!(whole(b"INPUT(libfoo.so.1)"), FileKind::LinkerScript);
        assert_eq!(whole(b"GROUP of people (three)"), FileKind::Text);
        let cut = &"grüße".as_bytes()[..3];
        assert_eq!(kind(cut, 7), FileKind::Text);
        assert_eq!(kind(cut, 3), FileKind::Data);
        let mut long = vec![b'a'; HEAD];
        long.push(0);
        assert_eq!(whole(&long), kind(&long[..HEAD], u64::try_from(long.len()).unwrap()));
    }
}
