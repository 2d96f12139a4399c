//! Sentences of a theory and the signs of rules for LaTeX, in math mode.

/// A sentence in signs, the words of it upright.
pub(super) fn formula(said: &str) -> String {
    let mut text = String::new();
    let mut word = String::new();
    for sign in said.chars().chain([' ']) {
        if sign.is_alphanumeric() || sign == '_' {
            word.push(sign);
            continue;
        }
        text += &match &*std::mem::take(&mut word) {
            "" => String::new(),
            "all" => "\\forall ".to_owned(),
            "some" => "\\exists ".to_owned(),
            "and" => "\\wedge ".to_owned(),
            "or" => "\\vee ".to_owned(),
            "not" => "\\neg ".to_owned(),
            "false" => "\\bot ".to_owned(),
            "true" => "\\top ".to_owned(),
            word @ ("exactly" | "at" | "least" | "most") => format!("\\mathrm{{{word}}}\\ "),
            name => format!("\\mathit{{{}}}", name.replace('_', "\\_")),
        };
        match sign {
            '.' => text.push_str(".\\,"),
            '!' => text.push_str("\\neq"),
            '=' if text.ends_with("\\neq") => {}
            _ => text.push(sign),
        }
    }
    let arrows = text.replace("<->", "\\leftrightarrow ").replace("->", "\\to ");
    arrows.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sign of a rule for LaTeX.
pub(super) fn signs(rule: &str) -> String {
    let sign = |it: char| match it {
        '∧' => "{\\wedge}".to_owned(),
        '∨' => "{\\vee}".to_owned(),
        '→' => "{\\to}".to_owned(),
        '↔' => "{\\leftrightarrow}".to_owned(),
        '¬' => "{\\neg}".to_owned(),
        '⊥' => "{\\bot}".to_owned(),
        '⊤' => "{\\top}".to_owned(),
        '∀' => "{\\forall}".to_owned(),
        '∃' => "{\\exists}".to_owned(),
        '≥' => "{\\geq}".to_owned(),
        '≤' => "{\\leq}".to_owned(),
        '=' => "{=}".to_owned(),
        letter => format!("\\mathrm{{{letter}}}"),
    };
    rule.chars().map(sign).collect()
}

/// A sentence in signs, for text.
pub(super) fn in_signs(said: &str) -> String {
    let counted =
        said.replace("at least ", "∃≥").replace("at most ", "∃≤").replace("exactly ", "∃=");
    let arrows = counted.replace(" <-> ", " ↔ ").replace(" -> ", " → ").replace(" != ", " ≠ ");
    let mut text = String::new();
    let mut word = String::new();
    for sign in arrows.chars().chain([' ']) {
        if sign.is_alphanumeric() || sign == '_' {
            word.push(sign);
            continue;
        }
        let prefix = match &*word {
            "all" => "∀",
            "some" => "∃",
            "not" => "¬",
            _ => "",
        };
        text += match &*word {
            "and" => "∧",
            "or" => "∨",
            "false" => "⊥",
            "true" => "⊤",
            name if prefix.is_empty() => name,
            _ => prefix,
        };
        word.clear();
        // These stand right before what they are about.
        if prefix.is_empty() || sign != ' ' {
            text.push(sign);
        }
    }
    text.truncate(text.trim_end().len());
    text
}
