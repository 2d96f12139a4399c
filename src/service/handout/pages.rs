//! Parts of a worksheet as a page: HTML with its pictures in it, Markdown with pictures beside it, TeX.

use super::{HandoutFormat, HandoutPart};
use crate::picture::tikz;

/// For screens of either colour and for paper, where answers begin on a page of their own.
const STYLE: &str = "
:root { color-scheme: light dark }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
pre { overflow-x: auto; padding: .6rem .9rem; border-left: 3px solid; font: .9rem/1.35 ui-monospace, monospace }
svg { display: block; max-width: 100%; height: auto; margin: 1rem 0 }
.asked { font-weight: 600 }
.answers { break-before: page }
@media print { body { max-width: none; margin: 0; padding: 0 } pre, figure, svg { break-inside: avoid } pre { white-space: pre-wrap } }
";

/// What a document in TeX begins with, before the styles of its pictures. A character that no font has is an error.
const TEX_HEAD: &str = r"% For LuaLaTeX or XeLaTeX.
\documentclass[parskip=half]{scrartcl}
\usepackage{fontspec}
\tracinglostchars=3
\IfFontExistsTF{DejaVu Serif}{\setmainfont{DejaVu Serif}[Scale=0.9]}{}
\IfFontExistsTF{DejaVu Sans Mono}{\setmonofont{DejaVu Sans Mono}[Scale=0.8]}{}
\usepackage{tikz}
\usepackage{adjustbox}
";

/// The page, and the pictures beside it.
pub(super) fn page(
    parts: &[HandoutPart],
    title: &str,
    stem: &str,
    format: HandoutFormat,
) -> (String, Vec<(String, String)>) {
    let mut pictures = Vec::new();
    let body: Vec<String> = match format {
        HandoutFormat::Html => parts.iter().map(html).collect(),
        HandoutFormat::Tex => parts.iter().map(tex).collect(),
        HandoutFormat::Markdown => {
            parts.iter().map(|it| markdown(it, stem, &mut pictures)).collect()
        }
    };
    let body = body.join("\n");
    let page = match format {
        HandoutFormat::Html => {
            let title = escaped(title);
            format!(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<meta name=\"viewport\" content=\"width=device-width\">\n<style>{STYLE}</style>\n<h1>{title}</h1>\n{body}</html>\n"
            )
        }
        HandoutFormat::Markdown => format!("# {title}\n\n{body}"),
        HandoutFormat::Tex => format!(
            "{TEX_HEAD}{}\\title{{{}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n{body}\\end{{document}}\n",
            tikz::STYLE,
            tikz::escaped(title)
        ),
    };
    (page, pictures)
}

fn html(part: &HandoutPart) -> String {
    match part {
        HandoutPart::Prose(words) => format!("<p>{}</p>\n", escaped(words)),
        HandoutPart::Code(text) => format!("<pre>{}</pre>\n", escaped(text)),
        HandoutPart::Drawn { name, picture, is_solved } => {
            let caption = match is_solved {
                true => format!("<figcaption>{}</figcaption>\n", escaped(name)),
                false => String::new(),
            };
            format!("<figure>\n{caption}{picture}</figure>\n")
        }
        HandoutPart::Asked(number, asked) => {
            format!("<p class=\"asked\">{number}. <code>{}</code></p>\n", escaped(asked))
        }
        HandoutPart::Answers => "<h1 class=\"answers\">Answers</h1>\n".to_owned(),
        HandoutPart::Answered(told, notes) => {
            let notes: Vec<String> = notes.iter().map(|it| format!("\n{}", escaped(it))).collect();
            format!("<pre>{}{}</pre>\n", escaped(told), notes.concat())
        }
    }
}

fn markdown(part: &HandoutPart, stem: &str, pictures: &mut Vec<(String, String)>) -> String {
    match part {
        HandoutPart::Prose(words) => format!("{words}\n"),
        HandoutPart::Code(text) => fenced(text),
        HandoutPart::Drawn { name, picture, is_solved } => {
            let solved = if *is_solved { "-solved" } else { "" };
            let end = format!("-{name}{solved}.svg");
            pictures.push((end.clone(), picture.clone()));
            let caption = if *is_solved { format!("`{name}`:\n\n") } else { String::new() };
            format!("{caption}![{name}](<{stem}{end}>)\n")
        }
        HandoutPart::Asked(number, asked) => format!("**{number}.** `{asked}`\n"),
        HandoutPart::Answers => "---\n\n# Answers\n".to_owned(),
        HandoutPart::Answered(told, notes) => {
            let notes: Vec<String> = notes.iter().map(|it| format!("\n{it}")).collect();
            fenced(&format!("{told}{}", notes.concat()))
        }
    }
}

/// A text between fences that are longer than any in it.
fn fenced(text: &str) -> String {
    let longest = text.split(|it| it != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{}\n{fence}\n", text.trim_end())
}

fn tex(part: &HandoutPart) -> String {
    match part {
        HandoutPart::Prose(words) => format!("{}\n", tikz::escaped(words)),
        HandoutPart::Code(text) => tex_lines(text),
        HandoutPart::Drawn { name, picture, is_solved: true } => {
            format!("\\texttt{{{}}}\n\n{}", tikz::escaped(name), tex_picture(picture))
        }
        HandoutPart::Drawn { picture, .. } => tex_picture(picture),
        HandoutPart::Asked(number, asked) => {
            format!("\\textbf{{{number}.}} \\texttt{{{}}}\n", tikz::escaped(asked))
        }
        HandoutPart::Answers => "\\newpage\n\\section*{Answers}\n".to_owned(),
        HandoutPart::Answered(told, notes) => {
            let notes: Vec<String> = notes.iter().map(|it| format!("\n{it}")).collect();
            tex_lines(&format!("{told}{}", notes.concat()))
        }
    }
}

/// A picture no larger than the page. The styles stand in the head of the document.
fn tex_picture(picture: &str) -> String {
    let picture = picture.strip_prefix(tikz::STYLE).unwrap_or(picture);
    let most = "max width=\\linewidth, max totalheight=0.9\\textheight";
    format!("\\begin{{adjustbox}}{{{most}}}\n{picture}\\end{{adjustbox}}\n")
}

/// Lines of code, which keep their blanks and are broken between words where they are too long.
fn tex_lines(text: &str) -> String {
    let line = |it: &str| match (tikz::escaped(it.trim_start()), it.len() - it.trim_start().len()) {
        (words, 0) if words.is_empty() => "~".to_owned(),
        (words, 0) => words.replace("  ", "~~"),
        // Blanks at the beginning of a line are left out where nothing stands before them.
        (words, blanks) => format!("\\mbox{{}}{}{}", "~".repeat(blanks), words.replace("  ", "~~")),
    };
    let lines: Vec<String> = text.trim_end().lines().map(line).collect();
    format!("{{\\ttfamily\\raggedright\\noindent\n{}\\par}}\n", lines.join("\\newline\n"))
}

/// A text in which no sign is one of HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(character),
        }
    }
    escaped
}
