//! Versions that Python code computes: no text states them, and they are not absent.

use std::collections::BTreeMap;

use crate::card::format::{listed, literal, thousands};
use crate::card::model::{About, Note};
use crate::wheel::ComputedStatement;

use super::{Code, Context, note, shortened};

const COMPUTED: Code = Code::note("version-computed");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut wheels_of: BTreeMap<&ComputedStatement, Vec<usize>> = BTreeMap::new();
    for (at, wheel) in context.wheels.iter().enumerate() {
        for statement in &wheel.listing.version.computed {
            let wheels = wheels_of.entry(statement).or_default();
            if !wheels.contains(&at) {
                wheels.push(at);
            }
        }
    }
    if wheels_of.is_empty() {
        return Vec::new();
    }
    let place = |statement: &ComputedStatement, wheels: &Vec<usize>| {
        let ComputedStatement { what, member, line, expression } = statement;
        let only =
            if wheels.len() == context.heads.len() { String::new() } else { format!(" {}", context.in_wheels(wheels)) };
        let (what, member, expression) = (literal(what), literal(member), literal(expression));
        format!("{what} in {member} line {}{only} is {expression}", thousands(*line))
    };
    let places = shortened(wheels_of.iter().map(|(statement, wheels)| place(statement, wheels)).collect());
    let text = format!("Computed in code, which is not run here, so no text states it there: {}.", listed(&places));
    vec![note(COMPUTED, About::Version, Vec::new(), text)]
}
