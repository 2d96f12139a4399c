//! The shelf: rule sheets that come with the program, each with puzzles that begin a file. An import names
//! one as `shelf/NAME`, without an ending, whatever lies on the disk.

use std::path::{Path, PathBuf};

use crate::diagnostic::spelling::did_you_mean;
use crate::text::Source;

/// What an import of the shelf begins with.
pub const FOLDER: &str = "shelf/";

/// What the located path of a sheet begins with: no file is called so.
const ROOT: &str = "shelf:";

/// A rule sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShelfSheet {
    /// What it is called in an import, and what it declares.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// A file that imports it, with puzzles.
    pub puzzles: &'static str,
}

macro_rules! sheets {
    ($($name:literal)*) => {
        /// All sheets, alike ones beside each other.
        pub const SHEETS: &[ShelfSheet] = &[$(ShelfSheet {
            name: $name,
            text: include_str!(concat!("../../shelf/", $name, ".puzzle")),
            puzzles: include_str!(concat!("../../shelf/puzzles/", $name, ".puzzle")),
        }),*];
    };
}

sheets! {
    "sudoku" "diagonal_sudoku" "hyper_sudoku" "killer_sudoku" "jigsaw_sudoku"
    "latin_square" "futoshiki" "skyscrapers" "kenken" "kakuro" "magic_square" "cryptarithm"
    "nonogram" "minesweeper" "star_battle" "queens" "akari" "hitori" "nurikabe"
    "slitherlink" "masyu"
    "colouring" "knapsack"
    "river_crossing" "missionaries" "bridge_and_torch" "jugs" "hanoi" "sliding_tiles" "sokoban" "rush_hour"
    "peg_solitaire" "lights_out" "knights_tour"
    "nim" "subtract_squares" "kayles" "dawsons_kayles" "chomp" "domineering" "col" "snort"
    "tictactoe" "connect" "corners" "hex" "hexapawn" "fingers" "dots_and_boxes" "mancala"
}

impl ShelfSheet {
    /// The sheet of a name.
    pub fn find(name: &str) -> Option<&'static Self> {
        SHEETS.iter().find(|it| it.name == name)
    }

    /// The sheet that a word means or nearly means.
    pub fn near(word: &str) -> Option<&'static Self> {
        let similar = || did_you_mean(word, SHEETS.iter().map(|it| it.name));
        Self::find(word).or_else(|| Self::find(similar()?))
    }

    /// The sheet at a located path.
    pub fn at(path: &Path) -> Option<&'static Self> {
        Self::find(path.to_str()?.strip_prefix(ROOT)?.strip_suffix(".puzzle")?)
    }

    /// What it is about, in a line.
    pub fn summary(&self) -> &'static str {
        let summary = self.text.lines().find_map(|it| it.strip_prefix("/// "));
        summary.unwrap_or_default().trim_end_matches('.')
    }

    /// How one comes by it.
    pub fn offer(&self) -> String {
        format!("`{0}` is on the shelf: `puzzle new {0}` begins a file with it", self.name)
    }

    /// What an import of it names.
    pub fn import(&self) -> String {
        format!("{FOLDER}{}", self.name)
    }
}

/// Where a sheet is that an import names; `None` where it names a file of its own folder.
pub fn located(relative: &str) -> Option<PathBuf> {
    let name = relative.strip_prefix(FOLDER)?;
    let is_file = name.is_empty() || name.contains(['.', '/', '\\']);
    (!is_file).then(|| PathBuf::from(format!("{ROOT}{name}.puzzle")))
}

/// Whether a located path is on the shelf.
pub fn holds(path: &Path) -> bool {
    path.to_str().is_some_and(|it| it.starts_with(ROOT))
}

/// The text at a located path of the shelf.
///
/// # Errors
/// That the shelf has no such sheet.
pub fn read(path: &Path) -> Result<Source, String> {
    if let Some(sheet) = ShelfSheet::at(path) {
        return Ok(Source::new(sheet.import(), sheet.text));
    }
    let name = path.to_str().and_then(|it| it.strip_prefix(ROOT)).unwrap_or_default();
    Err(unknown(name.strip_suffix(".puzzle").unwrap_or(name)))
}

/// Why there is no sheet of a name.
pub fn unknown(name: &str) -> String {
    let name = name.escape_debug();
    match did_you_mean(&name.to_string(), SHEETS.iter().map(|it| it.name)) {
        Some(similar) => format!("the shelf has no `{name}`; did you mean `{similar}`?"),
        None => format!("the shelf has no `{name}`; `puzzle new` lists what it has"),
    }
}
