//! The steps as one page that needs nothing else, which goes through them forward and back.

use super::Trace;

const PAGE: &str = include_str!("page.html");

/// The page.
pub fn page(trace: &Trace, title: &str) -> String {
    // Neither text has a `<`, so none is taken for a place to fill, nor ends the element it is in.
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let data = serde_json::to_string(trace).unwrap_or_default().replace('<', "\\u003c");
    PAGE.replace("<!--title-->", &title).replace("<!--data-->", &data)
}
