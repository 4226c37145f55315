//! Lines as other tools print them: listings, backtraces, crash reports. A reader pastes them whole.

use super::query::{Wanted, digits, hex};

/// Reads a whole line as some tool printed it; `None` when it is no such line.
pub(super) fn line(line: &str) -> Option<Wanted> {
    frame(line).or_else(|| listing(line)).or_else(|| in_module(line))
}

/// A frame of a backtrace: gdb's, `AddressSanitizer`'s, valgrind's, perf's.
fn frame(line: &str) -> Option<Wanted> {
    // Ex) #1  0x00007ffff7e2a3a4 in demo::total (x=5) from /usr/lib/libdemo.so
    // Ex) #0 0x7f3 in total /src/a.cc:3:1    #2 0x7f5  (/usr/lib/libdemo.so+0x1094)
    if let Some(rest) = line.strip_prefix('#') {
        let rest = rest.strip_prefix(|c: char| c.is_ascii_digit())?.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
        let rest = rest.split_once(" in ").map_or(rest, |(_, rest)| rest);
        return in_module(rest).or_else(|| called(rest));
    }
    // Ex) ==7==    by 0x4C2B: demo::total(int) (in /usr/lib/libdemo.so)
    let valgrind = line.strip_prefix("==").and_then(|rest| rest.split_once("== ")).map_or(line, |(_, rest)| rest);
    let valgrind = valgrind.trim_start();
    if let Some(rest) = valgrind.strip_prefix("at 0x").or_else(|| valgrind.strip_prefix("by 0x")) {
        return called(rest.split_once(": ")?.1);
    }
    // Ex) 7f0a1c2d3e4f _ZN4demo5totalEi+0x5 (/usr/lib/libdemo.so)
    let (address, rest) = line.split_once(' ')?;
    let (name, module) = rest.trim_end().rsplit_once(" (")?;
    let is_frame =
        digits(address).is_some() && module.ends_with(')') && (module.contains('/') || module.starts_with('['));
    let (name, into) = name.rsplit_once("+0x").filter(|_| is_frame)?;
    Some(Wanted::Symbol { name: name.trim().to_owned(), into: digits(into)? })
}

/// The function of a frame: up to what follows its name.
fn called(text: &str) -> Option<Wanted> {
    let end = [" (", " from ", " at ", " /"].into_iter().filter_map(|stop| text.find(stop)).min();
    let name = text.get(..end.unwrap_or(text.len()))?.trim();
    (!name.is_empty() && !name.starts_with("0x")).then(|| Wanted::Symbol { name: name.to_owned(), into: 0 })
}

/// A line of a listing: objdump's, nm's, gdb's `x/i`, readelf's symbols.
fn listing(line: &str) -> Option<Wanted> {
    let line = line.strip_prefix("=>").unwrap_or(line).trim_start();
    let (first, rest) = line.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    // Ex) 0x7ffff7fb9094 <_ZN4demo5totalEi+5>:   mov ebx,edi        an address of the running process
    if first.starts_with("0x") && hex(first).is_some() {
        let (inside, _) = rest.strip_prefix('<')?.split_once(">:")?;
        let (name, into) = inside.rsplit_once('+').unwrap_or((inside, "0"));
        return Some(Wanted::Symbol { name: name.to_owned(), into: into.parse().ok()? });
    }
    if let Some(number) = first.strip_suffix(':') {
        let second = rest.split(char::is_whitespace).next()?;
        // Ex) 12: 0000000000001234    21 FUNC    GLOBAL DEFAULT    9 total
        if second.len() == 16 && number.bytes().all(|byte| byte.is_ascii_digit()) && rest.len() > 16 {
            return digits(second).map(Wanted::Address);
        }
        // Ex) 1094:   53   push rbx
        let is_bytes = second.len() == 2 && digits(second).is_some();
        return digits(number).filter(|_| is_bytes).map(Wanted::Address);
    }
    // Ex) 0000000000001094 <_ZN4demo5totalEi>:    0000000000001094 T total    0000000000001094 000000000000001a T total
    let padded = matches!(first.len(), 8 | 16);
    let is_row = rest.starts_with('<') || rest.split(char::is_whitespace).any(|part| part.len() == 1);
    digits(first).filter(|_| padded && is_row).map(Wanted::Address)
}

/// A place in a module: `libx.so+0x12`, `libx.so(f+0x12) [0x7f…]`, `(/usr/lib/libx.so+0x12) (BuildId: …)`.
fn in_module(text: &str) -> Option<Wanted> {
    let text = text.trim();
    let text = text.split_once(" (BuildId:").map_or(text, |(text, _)| text);
    let text = text.rsplit_once(" [0x").map_or(text, |(text, _)| text);
    if let Some(start) = text.rfind('(')
        && let Some(inside) = text.get(start..)?.strip_prefix('(')?.strip_suffix(')')
    {
        let (name, into) = inside.rsplit_once('+')?;
        return match name {
            "" => hex(into).map(Wanted::InModule),
            module if is_module(module) => hex(into).map(Wanted::InModule),
            name if is_module(text.get(..start)?) => Some(Wanted::Symbol { name: name.to_owned(), into: hex(into)? }),
            _ => None,
        };
    }
    let (module, into) = text.rsplit_once('+')?;
    hex(into).filter(|_| is_module(module.trim())).map(Wanted::InModule)
}

fn is_module(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    let is_name =
        !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>' | ':'));
    is_name && (text.starts_with('/') || name.split('.').skip(1).any(|part| part == "so"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(name: &str, into: u64) -> Wanted {
        Wanted::Symbol { name: name.to_owned(), into }
    }

    #[test]
    fn frames_of_backtraces_name_their_function_or_their_place_in_the_module() {
        let cases = [
            ("#1  0x00007ffff7e2a3a4 in demo::total (x=5) from /usr/lib/libdemo.so", Some(symbol("demo::total", 0))),
            ("#2  demo::total (x=5) at library.cpp:42", Some(symbol("demo::total", 0))),
            ("#10 0x7f3c in _ZN4demo5totalEi /src/library.cpp:42:9", Some(symbol("_ZN4demo5totalEi", 0))),
            ("#2 0x7f5a00001094  (/usr/lib/libdemo.so.1+0x1094)", Some(Wanted::InModule(0x1094))),
            ("#3 0x7f5a in total (/usr/lib/x.so+0x1094) (BuildId: 92b4d331)", Some(Wanted::InModule(0x1094))),
            ("==7==    by 0x4C2B09F: demo::total(int) (in /usr/lib/libdemo.so)", Some(symbol("demo::total(int)", 0))),
            ("   at 0x4C2B: total (library.cpp:42)", Some(symbol("total", 0))),
            ("7f0a1c2d3e4f _ZN4demo5totalEi+0x5 (/usr/lib/libdemo.so)", Some(symbol("_ZN4demo5totalEi", 5))),
            ("/usr/lib/libdemo.so(_ZN4demo5totalEi+0x1a) [0x7f0a1c2d]", Some(symbol("_ZN4demo5totalEi", 0x1a))),
            ("/usr/lib/libdemo.so.1(+0x1094) [0x7f0a1c2d]", Some(Wanted::InModule(0x1094))),
            ("libdemo.so.1+0x1094", Some(Wanted::InModule(0x1094))),
            ("#123", None),
        ];
        for (text, expected) in cases {
            assert_eq!(line(text.trim()), expected, "{text}");
        }
    }

    #[test]
    fn lines_of_listings_name_their_address() {
        let cases = [
            ("0000000000001094 <_ZN4demo5totalEi>:", Some(Wanted::Address(0x1094))),
            ("1094:\t53                   \tpush   rbx", Some(Wanted::Address(0x1094))),
            ("0000000000001094 000000000000001a T _ZN4demo5totalEi", Some(Wanted::Address(0x1094))),
            ("12: 0000000000001094    26 FUNC    GLOBAL DEFAULT    9 _ZN4demo5totalEi", Some(Wanted::Address(0x1094))),
            ("=> 0x7ffff7fb9099 <_ZN4demo5totalEi+5>:\tmov    ebx,edi", Some(symbol("_ZN4demo5totalEi", 5))),
            ("0x1094", None),
            ("demo::total(int)", None),
            ("operator+ (int)", None),
            ("f(int, std::map<int, b>)", None),
        ];
        for (text, expected) in cases {
            assert_eq!(line(text), expected, "{text}");
        }
    }
}
