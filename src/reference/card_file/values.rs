//! A value for all wheels, or one for each.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{StrDeserializer, U64Deserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::reference::Partial;

/// `5` is said of every wheel, `{"cp310": 5, "cp311": 6}` of each by its label.
///
/// A label that stands twice is kept twice: two values are a contradiction to be found, not one to be overwritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Values<T> {
    /// One for all.
    All(T),
    /// By label, in the file's order.
    ByWheel(Vec<(String, T)>),
}

impl<T> Values<T> {
    /// Each value with the label of its wheel; `None` for all wheels.
    pub(super) fn into_pairs(self) -> Vec<(Option<String>, T)> {
        match self {
            Self::All(value) => vec![(None, value)],
            Self::ByWheel(values) => values.into_iter().map(|(label, value)| (Some(label), value)).collect(),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Values<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct One<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for One<T> {
            type Value = Values<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value for all wheels, or an object of values by the wheels' labels")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Values<T>, E> {
                T::deserialize(U64Deserializer::new(value)).map(Values::All)
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<Values<T>, E> {
                T::deserialize(StrDeserializer::new(value)).map(Values::All)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values<T>, A::Error> {
                let mut values = Vec::new();
                while let Some(pair) = map.next_entry::<String, T>()? {
                    values.push(pair);
                }
                Ok(Values::ByWheel(values))
            }
        }
        from.deserialize_any(One(PhantomData))
    }
}

impl<T: Serialize> Serialize for Values<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All(value) => value.serialize(to),
            Self::ByWheel(values) => {
                let mut map = to.serialize_map(Some(values.len()))?;
                for (label, value) in values {
                    map.serialize_entry(label, value)?;
                }
                map.end()
            }
        }
    }
}

impl Serialize for Partial {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Partial {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::parse(&text).map_err(|why| Error::custom(format!("an id {why}")))
    }
}

/// A published SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Digest(pub(crate) Partial);

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Partial::sha256(&text).map(Self).map_err(|why| Error::custom(format!("a SHA-256 {why}")))
    }
}
