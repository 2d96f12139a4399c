//! A picture with a place for every part: shapes in the order in which they are painted. Units
//! are CSS pixels, the origin is at the top left, y grows downwards.

use super::PartRole;

/// A place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScenePoint {
    /// Distance from the left.
    pub x: f64,
    /// Distance from the top.
    pub y: f64,
}

impl ScenePoint {
    /// The point at `x` and `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A rectangle with sides along the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    /// Its middle.
    pub centre: ScenePoint,
    /// Its extent along x.
    pub width: f64,
    /// Its extent along y.
    pub height: f64,
}

impl Rect {
    /// x of its left side.
    pub fn left(&self) -> f64 {
        self.centre.x - self.width / 2.0
    }

    /// x of its right side.
    pub fn right(&self) -> f64 {
        self.centre.x + self.width / 2.0
    }

    /// y of its upper side.
    pub fn top(&self) -> f64 {
        self.centre.y - self.height / 2.0
    }

    /// y of its lower side.
    pub fn bottom(&self) -> f64 {
        self.centre.y + self.height / 2.0
    }

    /// Whether the two have an inner point in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        let reach = |a: f64, b: f64| (a + b) / 2.0;
        (self.centre.x - other.centre.x).abs() < reach(self.width, other.width)
            && (self.centre.y - other.centre.y).abs() < reach(self.height, other.height)
    }
}

/// How large a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneSize {
    /// For names.
    Large,
    /// For what is said about them.
    Small,
    /// For signs in the cells of a board.
    Sign,
    /// For what stands in the corner of a cell.
    Tiny,
}

impl SceneSize {
    /// Height of the letters' body.
    pub const fn pixels(self) -> f64 {
        match self {
            Self::Large => 14.0,
            Self::Small => 11.0,
            Self::Sign => 20.0,
            Self::Tiny => 8.5,
        }
    }

    /// The name of its style.
    pub(super) const fn style(self) -> &'static str {
        match self {
            Self::Large => "large",
            Self::Small => "small",
            Self::Sign => "sign",
            Self::Tiny => "tiny",
        }
    }

    /// y of the line on which a text stands whose middle has that y: capitals are about 0.7 of the size high.
    pub(super) fn baseline(self, middle: f64) -> f64 {
        middle + 0.35 * self.pixels()
    }

    /// Width of that many columns in the usual fonts of fixed width, the widest of them.
    pub fn width(self, columns: usize) -> f64 {
        columns as f64 * self.pixels() * 0.61
    }
}

/// A sign that is drawn as what it looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneSign {
    /// `#`: a black square.
    Wall,
    /// `n\m`: a black square with a line from corner to corner.
    Divided,
    /// `@`: a black pearl.
    Disc,
    /// `o`: a white one.
    Ring,
    /// `*`: a star.
    Star,
    /// `+`: a dot, the corner of squares.
    Dot,
    /// `.`: a spot in a cell.
    Spot,
    /// A way from the middle up, down, to the left and to the right, such as `─` or `└`.
    Way([bool; 4]),
    /// `-` and `|`: a line from the middle of one neighbour to that of the other, across or down.
    Edge(bool),
}

impl SceneSign {
    /// The one that a text is.
    pub fn of(text: &str) -> Option<Self> {
        Some(match text {
            "#" => Self::Wall,
            "@" => Self::Disc,
            "o" => Self::Ring,
            "*" => Self::Star,
            "+" => Self::Dot,
            "." => Self::Spot,
            "-" => Self::Edge(true),
            "|" => Self::Edge(false),
            "│" => Self::Way([true, true, false, false]),
            "─" => Self::Way([false, false, true, true]),
            "┌" => Self::Way([false, true, false, true]),
            "┐" => Self::Way([false, true, true, false]),
            "└" => Self::Way([true, false, false, true]),
            "┘" => Self::Way([true, false, true, false]),
            _ if text.contains('\\') => Self::Divided,
            _ => return None,
        })
    }
}

/// Something painted.
#[derive(Clone, PartialEq, Debug)]
pub enum SceneShape {
    /// A box with a border.
    Box {
        /// Where.
        rect: Rect,
        /// Radius of its corners.
        corner: f64,
        /// How it stands out.
        role: PartRole,
    },
    /// A straight line.
    Line {
        /// Its ends.
        ends: [ScenePoint; 2],
        /// How it stands out.
        role: PartRole,
    },
    /// A thick line with round ends; of no length it is a dot.
    Bar {
        /// Its ends.
        ends: [ScenePoint; 2],
        /// How it stands out.
        role: PartRole,
    },
    /// A sign that is drawn as what it looks like, in a square.
    Sign {
        /// Where.
        rect: Rect,
        /// Which.
        sign: SceneSign,
        /// How it stands out.
        role: PartRole,
    },
    /// A smooth curve of cubic Bézier segments.
    Curve {
        /// The start, then for each segment two control points and its end.
        points: Vec<ScenePoint>,
        /// The arrowheads at the start and at the end, and how they stand out.
        heads: [Option<PartRole>; 2],
        /// How it stands out.
        role: PartRole,
    },
    /// Where a part is that has a name, for programs that ask where somebody points. Nothing is painted.
    Place {
        /// Where.
        rect: Rect,
        /// The name.
        name: String,
    },
    /// A line of text.
    Text {
        /// Its middle.
        centre: ScenePoint,
        /// The words, fit to be shown.
        text: String,
        /// How large.
        size: SceneSize,
        /// How it stands out.
        role: PartRole,
    },
}

/// Shapes and the space they need.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Extent along x.
    pub width: f64,
    /// Extent along y.
    pub height: f64,
    /// What is painted, the lowest first.
    pub shapes: Vec<SceneShape>,
}

/// Free space around a picture.
const MARGIN: f64 = 16.0;

impl Scene {
    /// A scene of shapes that lie anywhere: moves them so that they fill it from the origin.
    pub(super) fn around(shapes: Vec<SceneShape>) -> Self {
        let (mut low, mut high) =
            (ScenePoint::new(f64::MAX, f64::MAX), ScenePoint::new(f64::MIN, f64::MIN));
        let mut cover = |point: &ScenePoint| {
            (low.x, low.y) = (low.x.min(point.x), low.y.min(point.y));
            (high.x, high.y) = (high.x.max(point.x), high.y.max(point.y));
        };
        for shape in &shapes {
            match shape {
                SceneShape::Box { rect, .. } | SceneShape::Sign { rect, .. } => {
                    cover(&ScenePoint::new(rect.left(), rect.top()));
                    cover(&ScenePoint::new(rect.right(), rect.bottom()));
                }
                SceneShape::Line { ends, .. } | SceneShape::Bar { ends, .. } => {
                    ends.iter().for_each(&mut cover);
                }
                SceneShape::Curve { points, .. } => points.iter().for_each(&mut cover),
                SceneShape::Place { .. } => {}
                SceneShape::Text { centre, text, size, .. } => {
                    let half = size.width(super::label::columns(text)) / 2.0;
                    cover(&ScenePoint::new(centre.x - half, centre.y - size.pixels() / 2.0));
                    cover(&ScenePoint::new(centre.x + half, centre.y + size.pixels() / 2.0));
                }
            }
        }
        if shapes.is_empty() {
            (low, high) = (ScenePoint::new(0.0, 0.0), ScenePoint::new(0.0, 0.0));
        }
        let [width, height] = [high.x - low.x, high.y - low.y].map(|side| side + 2.0 * MARGIN);
        let scene = Self { width, height, shapes };
        let shapes = scene.moved(low, ScenePoint::new(MARGIN, MARGIN));
        Self { width, height, shapes }
    }

    /// Its shapes, with one point at the place of another.
    pub(super) fn moved(self, from: ScenePoint, to: ScenePoint) -> Vec<SceneShape> {
        let shift = |point: &mut ScenePoint| {
            *point = ScenePoint::new(point.x - from.x + to.x, point.y - from.y + to.y);
        };
        let mut shapes = self.shapes;
        for shape in &mut shapes {
            match shape {
                SceneShape::Box { rect, .. }
                | SceneShape::Sign { rect, .. }
                | SceneShape::Place { rect, .. } => shift(&mut rect.centre),
                SceneShape::Line { ends, .. } | SceneShape::Bar { ends, .. } => {
                    ends.iter_mut().for_each(shift);
                }
                SceneShape::Curve { points, .. } => points.iter_mut().for_each(shift),
                SceneShape::Text { centre, .. } => shift(centre),
            }
        }
        shapes
    }
}
