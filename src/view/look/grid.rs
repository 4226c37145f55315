//! Tables, each with a caption and scopes, in a frame that scrolls by itself where there is no room.
//!
//! Their parts have one type each, whatever stands in them: a view is compiled for each type that it has.

use leptos::prelude::*;

/// A cell, and how it is drawn.
pub(super) struct Cell {
    scope: Option<&'static str>,
    class: &'static str,
    rows: usize,
    columns: usize,
    content: AnyView,
}

impl Cell {
    /// A cell of anything.
    pub(super) fn of(class: &'static str, content: AnyView) -> Self {
        Self { scope: None, class, rows: 1, columns: 1, content }
    }

    /// A cell of text.
    pub(super) fn text(class: &'static str, text: impl Into<String>) -> Self {
        Self::of(class, text.into().into_any())
    }

    /// A number, at the end of its column.
    pub(super) fn number(text: impl Into<String>) -> Self {
        Self::text("grid__number", text)
    }

    /// The head of its row.
    pub(super) fn row_head(class: &'static str, content: AnyView) -> Self {
        Self { scope: Some("row"), ..Self::of(class, content) }
    }

    /// The head of several rows.
    pub(super) fn group_head(rows: usize, content: AnyView) -> Self {
        Self { scope: Some("rowgroup"), rows, ..Self::of("", content) }
    }

    /// The head of a column.
    pub(super) fn column_head(class: &'static str, text: impl Into<String>) -> Self {
        Self { scope: Some("col"), ..Self::text(class, text) }
    }

    /// Over several columns.
    pub(super) fn over(self, columns: usize) -> Self {
        Self { columns, ..self }
    }

    fn draw(self) -> AnyView {
        let several = |count: usize| (count > 1).then(|| count.to_string());
        let (rows, columns) = (several(self.rows), several(self.columns));
        match self.scope {
            Some(scope) => {
                view! { <th scope=scope class=self.class rowspan=rows colspan=columns>{self.content}</th> }.into_any()
            }
            None => view! { <td class=self.class rowspan=rows colspan=columns>{self.content}</td> }.into_any(),
        }
    }
}

/// A row.
pub(super) fn row(cells: impl IntoIterator<Item = Cell>) -> AnyView {
    let cells: Vec<AnyView> = cells.into_iter().map(Cell::draw).collect();
    view! { <tr>{cells}</tr> }.into_any()
}

/// A body of rows.
pub(super) fn body(rows: Vec<AnyView>) -> AnyView {
    view! { <tbody>{rows}</tbody> }.into_any()
}

/// A table; `caption` also names the frame.
pub(super) fn table(class: &'static str, caption: String, heads: Vec<Cell>, bodies: AnyView) -> AnyView {
    let name = caption.clone();
    view! {
        <div class="scroller" tabindex="0" role="group" aria-label=name>
            <table class=format!("grid {class}")>
                <caption>{caption}</caption>
                <thead>{row(heads)}</thead>
                {bodies}
            </table>
        </div>
    }
    .into_any()
}

/// Something that is folded away until it is asked for.
pub(super) fn folded(open: bool, summary: String, content: AnyView) -> AnyView {
    view! { <details open=open><summary>{summary}</summary>{content}</details> }.into_any()
}

/// Text on a line of its own.
pub(super) fn line(class: &'static str, text: impl Into<String>) -> AnyView {
    view! { <span class=class>{text.into()}</span> }.into_any()
}

/// Something literal.
pub(super) fn code(text: impl Into<String>) -> AnyView {
    view! { <code>{text.into()}</code> }.into_any()
}
