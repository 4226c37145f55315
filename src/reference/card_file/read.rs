//! Reference card to facts.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Binary, Digest, FORMAT, File, Release, StatedRung, VERSION, Values, Wheel};
use crate::reference::{
    About, Claim, Fact, Origin, OriginKind, Partial, Place, Reference, Refusal, ReleaseName, Scope, StatedWheel,
    Subject,
};

/// Bytes of a reference card.
const SIZE: usize = 32 << 20;
/// Wheels of one release.
const WHEELS: usize = 1000;
/// Bytes of one text in a card: a path, a label, a title. No name in a zip is longer.
pub(crate) const TEXT: usize = 65_535;

/// Reads a reference card.
///
/// # Errors
/// When it is of another version, when a field is unknown, missing or of the wrong type, or when it speaks of a wheel
/// that it does not list.
pub(crate) fn read(file_name: &str, text: &str) -> Result<Reference, Refusal> {
    #[derive(Deserialize)]
    struct Preamble {
        version: u64,
    }
    if text.len() > SIZE {
        let size = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
        return Err(Refusal::TooLarge { size: size(text.len()), limit: size(SIZE) });
    }
    let malformed = |error: serde_json::Error| Refusal::BadCard { why: error.to_string() };
    let Preamble { version: found } = serde_json::from_str(text).map_err(malformed)?;
    if found != VERSION {
        return Err(Refusal::OtherVersion { found, known: VERSION });
    }
    let file: File = serde_json::from_str(text).map_err(malformed)?;
    if file.format != FORMAT {
        return Err(Refusal::OtherJson { why: format!("its `format` is not `{FORMAT}`") });
    }
    Reader::of(&file.wheels)?.read(file_name, file)
}

/// The facts so far, and what is needed to add one.
struct Reader {
    labels: BTreeMap<String, usize>,
    facts: Vec<Fact>,
}

impl Reader {
    fn of(wheels: &[Wheel]) -> Result<Self, Refusal> {
        if wheels.len() > WHEELS {
            return Err(Refusal::TooMany { what: "wheels", limit: WHEELS });
        }
        let mut labels = BTreeMap::new();
        for (at, wheel) in wheels.iter().enumerate() {
            short(&wheel.label, &format!("/wheels/{at}/label"))?;
            if labels.insert(wheel.label.clone(), at).is_some() {
                let why = format!("`/wheels/{at}/label` is `{}`, as another wheel's is", visible(&wheel.label));
                return Err(Refusal::BadCard { why });
            }
        }
        Ok(Self { labels, facts: Vec::new() })
    }

    fn read(mut self, file_name: &str, file: File) -> Result<Reference, Refusal> {
        let File { title, source, release, wheels, binaries, .. } = file;
        short(&title, "/title")?;
        short(source.as_deref().unwrap_or_default(), "/source")?;
        let name = release.as_ref().map(|r| ReleaseName { name: r.name.clone(), version: r.version.clone() });
        if let Some(release) = release {
            self.release(release)?;
        }
        let mut stated_wheels = Vec::with_capacity(wheels.len());
        for (at, wheel) in wheels.into_iter().enumerate() {
            stated_wheels.push(self.wheel(at, wheel)?);
        }
        let mut subjects = Vec::with_capacity(binaries.len());
        for (at, binary) in binaries.into_iter().enumerate() {
            subjects.push(self.binary(at, binary)?);
        }
        Ok(Reference {
            title,
            origin: Origin { kind: OriginKind::Card, file_name: file_name.to_owned(), source },
            release: name,
            wheels: stated_wheels,
            subjects,
            facts: self.facts,
            findings: Vec::new(),
        })
    }

    /// What is said of all wheels alike: of no certain one where the card lists none.
    fn all(&self) -> Scope {
        if self.labels.is_empty() { Scope::Unsaid } else { Scope::All }
    }

    fn add(&mut self, about: About, scope: Scope, claim: Claim, pointer: String) {
        self.facts.push(Fact { about, scope, claim, place: Place::Pointer(pointer) });
    }

    fn release(&mut self, release: Release) -> Result<(), Refusal> {
        let Release { name, version, build_time, stated_in, wheel_lines, version_in_no_binary, label_in_no_binary } =
            release;
        let mut said = |claim: Claim, field: &str| {
            self.add(About::Release, self.all(), claim, format!("/release/{field}"));
        };
        short(&name, "/release/name")?;
        said(Claim::Name(name), "name");
        if let Some(version) = version {
            short(&version, "/release/version")?;
            said(Claim::Version(version), "version");
        }
        if let Some(time) = build_time {
            short(&time, "/release/build_time")?;
            said(Claim::BuildTime(time), "build_time");
        }
        for (at, place) in stated_in.into_iter().enumerate() {
            short(&place.what, "/release/stated_in")?;
            short(place.member.as_deref().unwrap_or_default(), "/release/stated_in")?;
            said(Claim::StatedIn { what: place.what, member: place.member }, &format!("stated_in/{at}"));
        }
        for (at, line) in wheel_lines.into_iter().enumerate() {
            short(&line, "/release/wheel_lines")?;
            said(Claim::WheelLine(line), &format!("wheel_lines/{at}"));
        }
        if version_in_no_binary {
            said(Claim::VersionInNoBinary, "version_in_no_binary");
        }
        if label_in_no_binary {
            said(Claim::LabelInNoBinary, "label_in_no_binary");
        }
        Ok(())
    }

    fn wheel(&mut self, at: usize, wheel: Wheel) -> Result<StatedWheel, Refusal> {
        let Wheel { label, file_name, size, sha256, wheel_lines } = wheel;
        let mut said = |claim: Claim, field: &str| {
            self.add(About::Wheel, Scope::Of(vec![at]), claim, format!("/wheels/{at}/{field}"));
        };
        short(file_name.as_deref().unwrap_or_default(), &format!("/wheels/{at}/file_name"))?;
        if let Some(size) = size {
            said(Claim::Size(size), "size");
        }
        if let Some(Digest(digest)) = sha256 {
            said(Claim::Sha256(digest), "sha256");
        }
        for (line, text) in wheel_lines.into_iter().enumerate() {
            short(&text, &format!("/wheels/{at}/wheel_lines"))?;
            said(Claim::WheelLine(text), &format!("wheel_lines/{line}"));
        }
        Ok(StatedWheel { label, file_name, release: None })
    }

    fn binary(&mut self, at: usize, binary: Binary) -> Result<Subject, Refusal> {
        let Binary { path, also, group, rung, size, build_id, build_id_bytes, .. } = binary;
        let base = format!("/binaries/{at}");
        for spelling in also.iter().chain([&path]) {
            short(spelling, &format!("{base}/path"))?;
            if spelling.trim_matches(['/', '.']).is_empty() {
                return Err(Refusal::BadCard { why: format!("`{base}/path` names no file") });
            }
        }
        let before = self.facts.len();
        let about = About::Member(at);
        if let Some(rung) = rung.map(StatedRung::rung) {
            self.add(about, self.all(), Claim::Rung(rung), format!("{base}/rung"));
        }
        self.values(about, size, Claim::Size, &format!("{base}/size"))?;
        self.values(about, build_id, Claim::BuildId, &format!("{base}/build_id"))?;
        self.values(about, build_id_bytes, Claim::BuildIdBytes, &format!("{base}/build_id_bytes"))?;
        if binary.build_ids_distinct {
            self.add(about, self.all(), Claim::BuildIdsDistinct, format!("{base}/build_ids_distinct"));
        }
        self.values(about, binary.sha256, |Digest(digest)| Claim::Sha256(digest), &format!("{base}/sha256"))?;
        if !binary.sha256_among.is_empty() {
            let digests: Vec<Partial> = binary.sha256_among.into_iter().map(|Digest(digest)| digest).collect();
            self.add(about, self.all(), Claim::Sha256Among(digests), format!("{base}/sha256_among"));
        }
        for (n, label) in binary.present_in.iter().enumerate() {
            let pointer = format!("{base}/present_in/{n}");
            let wheel = self.wheel_of(label, &pointer)?;
            self.add(about, Scope::Of(vec![wheel]), Claim::Present, pointer);
        }
        if self.facts.len() == before {
            self.add(about, self.all(), Claim::Present, format!("{base}/path"));
        }
        Ok(Subject { path, also, group })
    }

    fn values<T>(
        &mut self,
        about: About,
        values: Option<Values<T>>,
        claim: impl Fn(T) -> Claim,
        pointer: &str,
    ) -> Result<(), Refusal> {
        for (label, value) in values.into_iter().flat_map(Values::into_pairs) {
            let (scope, place) = match label {
                None => (self.all(), pointer.to_owned()),
                Some(label) => {
                    let place = format!("{pointer}/{}", label.replace('~', "~0").replace('/', "~1"));
                    (Scope::Of(vec![self.wheel_of(&label, &place)?]), place)
                }
            };
            self.add(about, scope, claim(value), place);
        }
        Ok(())
    }

    fn wheel_of(&self, label: &str, pointer: &str) -> Result<usize, Refusal> {
        self.labels.get(label).copied().ok_or_else(|| Refusal::BadCard {
            why: format!("`{}` speaks of a wheel that `/wheels` does not list", visible(pointer)),
        })
    }
}

/// A text for a sentence: cut, and unable to break out of its backticks.
fn visible(text: &str) -> String {
    let shown: String = text.chars().take(200).collect();
    crate::card::format::visible(&shown)
}

fn short(text: &str, pointer: &str) -> Result<(), Refusal> {
    if text.len() <= TEXT {
        return Ok(());
    }
    Err(Refusal::BadCard { why: format!("`{pointer}` has {} bytes; at most {TEXT} are read", text.len()) })
}
