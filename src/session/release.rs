//! Which of the dropped wheels belong to one release.

use std::collections::BTreeMap;

use super::{GivenId, Wheel, WheelId};
use crate::report::Listing;
use crate::wheel;

/// The wheels of one name, version and platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Names the release within the session.
    pub key: String,
    /// The distribution's name, as the first wheel writes it.
    pub name: String,
    /// The version, as the first wheel writes it.
    pub version: String,
    /// The platform that its wheels share, e.g. `linux-x86_64-glibc`.
    pub platform: String,
    /// Its wheels, in the order of dropping; none when it is known from a saved report only.
    pub wheels: Vec<WheelId>,
    /// The saved report that it is known from, in place of wheels.
    pub saved: Option<GivenId>,
}

impl Release {
    /// Whether two are of one name, version and platform: wheels, and a saved report of them.
    pub fn is_twin_of(&self, other: &Self) -> bool {
        let same_version = wheel::pep440::relation(&self.version, &other.version) == wheel::pep440::Relation::Equal;
        let name = |release: &Self| wheel::name::normalize(&release.name);
        self.key != other.key && same_version && name(self) == name(other) && self.platform == other.platform
    }
}

/// What decides the release, except the local label: normalised name, public version, platform.
type Place = (String, String, String);

/// Groups listed wheels into releases, most wheels first, then by key.
pub(super) fn group(wheels: &[Wheel]) -> Vec<Release> {
    let mut places: BTreeMap<Place, Vec<(String, &Wheel, &Listing)>> = BTreeMap::new();
    for wheel in wheels {
        let Some(listing) = wheel.report.as_ref().map(|report| &report.listing) else { continue };
        let (place, local) = place_of(listing);
        places.entry(place).or_default().push((local, wheel, listing));
    }
    let mut releases: Vec<Release> =
        places.into_iter().flat_map(|(place, members)| families(&place, members)).collect();
    releases.sort_by(|a, b| b.wheels.len().cmp(&a.wheels.len()).then_with(|| a.key.cmp(&b.key)));
    releases
}

/// Tells the local labels of one place apart. Labels of which one begins with the other are one commit, abbreviated to
/// different lengths in different wheels (pypa/setuptools-scm#1052); no label and a label are two builds.
fn families(place: &Place, mut members: Vec<(String, &Wheel, &Listing)>) -> Vec<Release> {
    members.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
    let mut releases: Vec<(String, Release)> = Vec::new();
    for (local, wheel, listing) in members {
        match releases.last_mut() {
            Some((first, release)) if *first == local || (!first.is_empty() && local.starts_with(first.as_str())) => {
                release.wheels.push(wheel.id);
            }
            _ => releases.push((local.clone(), release(place, &local, wheel, listing))),
        }
    }
    let sorted = releases.into_iter().map(|(_, mut release)| {
        release.wheels.sort();
        release
    });
    sorted.collect()
}

fn release((name, public, platform): &Place, local: &str, wheel: &Wheel, listing: &Listing) -> Release {
    let plus = if local.is_empty() { "" } else { "+" };
    let stated = listing.metadata.as_ref().and_then(|metadata| metadata.name.clone());
    Release {
        key: format!("{name}-{public}{plus}{local}-{platform}"),
        name: stated.unwrap_or_else(|| name.clone()),
        version: listing.version.version.clone().unwrap_or_else(|| public.clone()),
        platform: platform.clone(),
        wheels: vec![wheel.id],
        saved: None,
    }
}

/// The release of a saved report: that of its first wheel. The key can be no other release's, since a name has no slash.
pub(super) fn of_saved(id: GivenId, listing: &Listing) -> Release {
    let ((name, public, platform), local) = place_of(listing);
    let plus = if local.is_empty() { "" } else { "+" };
    let stated = listing.metadata.as_ref().and_then(|metadata| metadata.name.clone());
    Release {
        key: format!("saved/{}", id.0),
        name: stated.unwrap_or(name),
        version: listing.version.version.clone().unwrap_or_else(|| format!("{public}{plus}{local}")),
        platform,
        wheels: Vec::new(),
        saved: Some(id),
    }
}

fn place_of(listing: &Listing) -> (Place, String) {
    let parts = listing.file_name.parts.as_ref();
    let metadata = listing.metadata.as_ref();
    let name = metadata
        .and_then(|metadata| metadata.name.as_deref())
        .or(listing.dist_info.name.as_deref())
        .or(parts.map(|parts| parts.distribution.as_str()))
        .unwrap_or(&listing.file_name.cleaned);
    let version = listing.version.version.as_deref().unwrap_or_default();
    let (public, local) = version.split_once('+').unwrap_or((version, ""));
    let tags = wheel::effective_tags(&listing.file_name, listing.wheel.as_ref());
    let platform = tags.map_or_else(|| "unknown".to_owned(), |tags| wheel::platform_key(&tags));
    let local = local.to_ascii_lowercase();
    ((wheel::name::normalize(name), wheel::pep440::canonical(public), platform), local)
}
