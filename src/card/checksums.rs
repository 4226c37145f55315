//! A `sha256sum -c` list of one wheel, with paths as `unzip` lays its members out.

use std::collections::BTreeMap;

use crate::bytes::Sha256;
use crate::container::Place;
use crate::report::WheelReport;
use crate::wheel::RowHash;

use super::format::{self, counted, visible};
use super::model::Origin;

/// The list: first the members whose bytes were hashed, then, under a line that says so, those that only RECORD speaks
/// of. `sha256sum -c` passes over lines that begin with `#`.
pub fn export(report: &WheelReport) -> String {
    export_from(report, Origin::Bytes)
}

/// The list of a wheel whose report may be a saved one; then a line says so.
pub fn export_from(report: &WheelReport, origin: Origin) -> String {
    // The last entry of a name is the one that lies there after `unzip -o`, and after pip.
    let mut last: BTreeMap<&str, u32> = BTreeMap::new();
    for entry in report.listing.directory.entries.iter().filter(|e| e.place == Place::Central && !e.is_directory()) {
        last.insert(&entry.name, entry.index);
    }
    let verified: BTreeMap<u32, Sha256> = report
        .members
        .iter()
        .filter_map(|member| Some((member.index, member.verified.as_ref().filter(|v| v.intact)?.sha256)))
        .collect();
    let claims: BTreeMap<&str, Sha256> = report
        .listing
        .record
        .iter()
        .flat_map(|record| &record.rows)
        .filter_map(|row| match &row.hash {
            RowHash::Sha256(digest) | RowHash::OddSha256 { digest, .. } => Some((row.path.as_str(), *digest)),
            _ => None,
        })
        .collect();
    let (mut hashed, mut claimed, mut unknown) = (Vec::new(), Vec::new(), 0_usize);
    for (name, index) in last {
        if let Some(digest) = verified.get(&index) {
            hashed.push(line(digest, name));
        } else if let Some(digest) = claims.get(name) {
            claimed.push(line(digest, name));
        } else {
            unknown = unknown.saturating_add(1);
        }
    }
    let mut out = format!(
        "# {} {}: SHA-256 of the members of {}\n{}# {}: {}\n{}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        visible(&report.listing.file_name.given),
        format::origin(origin).map(|origin| format!("# {origin}\n")).unwrap_or_default(),
        match origin {
            Origin::Bytes => "verified, computed from the bytes",
            Origin::SavedReport => "saved as verified, not computed again",
        },
        counted(hashed.len(), "member", "members"),
        hashed.concat()
    );
    if !claimed.is_empty() {
        let count = counted(claimed.len(), "member", "members");
        out.extend([format!("# only claimed by RECORD, not verified: {count}\n"), claimed.concat()]);
    }
    if unknown > 0 {
        out.extend([format!("# without a digest: {}\n", counted(unknown, "member", "members"))]);
    }
    out
}

/// As GNU `sha256sum` writes it: a name with a backslash or a line end is escaped, and the line begins with `\`.
fn line(digest: &Sha256, name: &str) -> String {
    if !name.contains(['\\', '\n', '\r']) {
        return format!("{digest}  {name}\n");
    }
    let name = name.replace('\\', r"\\").replace('\n', r"\n").replace('\r', r"\r");
    format!("\\{digest}  {name}\n")
}
