//! Reports to card.

use std::collections::{BTreeMap, BTreeSet};

use crate::binary::Group;
use crate::evidence::Verdict;
use crate::parity::{self, Basis, Confidence, Looks, Pair, Rung};
use crate::report::WheelReport;

use super::model::{Card, CardFinding, LadderStep, Origin, Table};
use super::{format, head, notes, order, provenance};

/// The card of these wheels, the same whatever their order.
pub fn build(wheels: &[&WheelReport]) -> Card {
    build_with(wheels, &Looks::default())
}

/// The card of these wheels, with what the second look told of their binaries.
pub fn build_with(wheels: &[&WheelReport], looks: &Looks) -> Card {
    let wheels = order::sorted(wheels);
    let heads = head::wheels(&wheels);
    let mut pairs = parity::pair(&wheels);
    for pair in &mut pairs {
        looks.apply(pair, |some| format::few_labels(some, &heads));
    }
    let tables = tables(pairs);
    Card {
        head: head::release(&wheels),
        ladder: ladder(&tables),
        notes: notes::of(&wheels, &heads, &tables),
        findings: findings(&wheels),
        provenance: provenance::of_card(&wheels, &heads, &tables),
        wheels: heads,
        tables,
        origin: Origin::Bytes,
    }
}

fn tables(pairs: Vec<Pair>) -> Vec<Table> {
    let mut by_group: BTreeMap<Group, Vec<Pair>> = BTreeMap::new();
    for pair in pairs {
        by_group.entry(pair.group).or_default().push(pair);
    }
    let table = |(group, mut rows): (Group, Vec<Pair>)| {
        rows.sort_by(|a, b| (a.rung, largest(b), &a.key).cmp(&(b.rung, largest(a), &b.key)));
        Table { group, rows }
    };
    by_group.into_iter().map(table).collect()
}

/// The size of a pair's largest copy.
fn largest(pair: &Pair) -> u64 {
    pair.copies.iter().map(|copy| copy.size).max().unwrap_or(0)
}

fn ladder(tables: &[Table]) -> Vec<LadderStep> {
    let mut steps: BTreeMap<Rung, LadderStep> = BTreeMap::new();
    for row in tables.iter().flat_map(|table| &table.rows) {
        let step = steps.entry(row.rung).or_insert_with(|| LadderStep {
            rung: row.rung,
            count: 0,
            bytes: 0,
            verified: 0,
            logic: Confidence::Confirmed,
            addresses: Confidence::Confirmed,
            evidence: Vec::new(),
            keys: Vec::new(),
        });
        step.count = step.count.saturating_add(1);
        step.bytes = step.bytes.saturating_add(largest(row));
        step.verified = step.verified.saturating_add(u64::from(row.basis == Basis::Verified));
        step.logic = step.logic.max(row.logic);
        step.addresses = step.addresses.max(row.addresses);
        step.keys.push(row.key.clone());
    }
    for step in steps.values_mut() {
        let rows = tables.iter().flat_map(|table| &table.rows).filter(|row| row.rung == step.rung);
        step.evidence = by_verdict(rows.map(|row| row.evidence.as_ref().and_then(|star| star.verdict)));
    }
    steps.into_values().collect()
}

/// How many rows came to which verdict, strongest first, those without one last; nothing when none came to any.
fn by_verdict(rows: impl Iterator<Item = Option<Verdict>>) -> Vec<(Option<Verdict>, u64)> {
    let mut counts: BTreeMap<(bool, Option<Verdict>), u64> = BTreeMap::new();
    for verdict in rows {
        let count = counts.entry((verdict.is_none(), verdict)).or_default();
        *count = count.saturating_add(1);
    }
    let compared = counts.keys().any(|(_, verdict)| verdict.is_some());
    counts.into_iter().filter(|_| compared).map(|((_, verdict), count)| (verdict, count)).collect()
}

/// Every finding of every wheel, worst first.
fn findings(wheels: &[&WheelReport]) -> Vec<CardFinding> {
    let mut all = BTreeSet::new();
    for (wheel, report) in wheels.iter().enumerate() {
        let listing = &report.listing;
        let whole = listing.directory.findings.iter().chain(&listing.findings).chain(&report.findings);
        all.extend(whole.map(|finding| (finding.clone(), wheel)));
        let names: BTreeMap<u32, &str> =
            listing.directory.entries.iter().map(|entry| (entry.index, entry.name.as_str())).collect();
        for member in &report.members {
            let name = names.get(&member.index).copied();
            all.extend(member.findings.iter().map(|finding| {
                let mut finding = finding.clone();
                finding.member = finding.member.or_else(|| name.map(str::to_owned));
                (finding, wheel)
            }));
        }
    }
    all.into_iter().map(|(finding, wheel)| CardFinding { wheel, finding }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_is_split_by_verdict_strongest_first_and_what_was_not_compared_comes_last() {
        let rows = [None, Some(Verdict::CodeDiffers), Some(Verdict::StampOnly), None, Some(Verdict::CodeDiffers)];
        let split = [(Some(Verdict::StampOnly), 1), (Some(Verdict::CodeDiffers), 2), (None, 2)];
        assert_eq!(by_verdict(rows.into_iter()), split);
    }

    #[test]
    fn a_rung_of_which_nothing_was_compared_is_not_split() {
        assert_eq!(by_verdict([None, None].into_iter()), []);
    }
}
