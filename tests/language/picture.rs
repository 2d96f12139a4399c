//! Pictures: what small ones look like in every format, and what holds for all of them.

use super::sample;
use proptest::prelude::*;
use puzzle_lang::picture::scene::{Rect, Scene, ScenePoint, SceneShape};
use puzzle_lang::picture::{
    Format, GraphNode, Label, Lattice, PartRole, Picture, PictureBody, PictureGraph,
    PictureRelation, PictureTable, PictureTree, Spread, TableRow, layout::layout, png,
};
use std::collections::BTreeMap;

/// The tree of a formula in reversed Polish notation.
fn tree(title: &str, postfix: &str) -> Picture {
    let mut tree = PictureTree::default();
    for node in postfix.chars() {
        let operands = match node {
            '-' => 1,
            '*' | '+' => 2,
            _ => 0,
        };
        tree.push(node, operands);
    }
    Picture { caption: None, title: title.to_string(), body: PictureBody::Tree(tree) }
}

/// A maze from lines `NAME BADGE… -> NAME…`, the first of which is the start.
fn maze(title: &str, lines: &str, walk: &str) -> Picture {
    let lines: Vec<(Vec<&str>, Vec<&str>)> = lines
        .lines()
        .filter_map(|line| line.split_once("->"))
        .map(|(node, next)| (node.split_whitespace().collect(), next.split_whitespace().collect()))
        .collect();
    let index = |name: &&str| lines.iter().position(|(node, _)| node[0] == *name).unwrap();
    let mut graph = PictureGraph::default();
    for (from, (node, next)) in lines.iter().enumerate() {
        let is_end = matches!(node[0], "START" | "GOAL");
        let badge = |text: &&str| {
            Label::new(*text, if text.starts_with('+') { PartRole::Plus } else { PartRole::Minus })
        };
        graph.nodes.push(GraphNode {
            label: Label::new(node[0], if is_end { PartRole::Emphasis } else { PartRole::Normal }),
            badges: node[1..].iter().map(badge).collect(),
        });
        graph.edges.extend(next.iter().map(|to| (from, index(to))));
    }
    graph.walk = walk.split_whitespace().map(|name| index(&name)).collect();
    Picture { caption: None, title: title.to_string(), body: PictureBody::Graph(graph) }
}

fn cave() -> Picture {
    let lines = "START -> A C D
        A -> START B D
        B +GOLD -WAND -> A E
        C -GOLD -> START D GOAL
        D +WAND -> START A C E F
        E -> B D F G
        F -RUBY -> D E G GOAL
        G +RUBY -WAND -> E F
        GOAL -> C F GOAL";
    maze("The maze cave and a path of 5 steps", lines, "START D E G F GOAL")
}

/// Clauses over atoms; the literals that make a clause true are highlighted.
fn clauses() -> Picture {
    let cell = |column: usize, sign: &str, is_true: bool| {
        (column, Label::new(sign, if is_true { PartRole::Highlight } else { PartRole::Normal }))
    };
    let row =
        |label: &str, cells| TableRow { label: label.into(), cells: BTreeMap::from_iter(cells) };
    let table = PictureTable {
        columns: ["1", "2", "3"].map(|atom| Label::new(atom, PartRole::Emphasis)).to_vec(),
        rows: vec![
            row("1 2 3", vec![cell(0, "+", true), cell(1, "+", false), cell(2, "+", false)]),
            row("-2 3", vec![cell(1, "-", true), cell(2, "+", false)]),
            row("-3", vec![cell(2, "-", true)]),
        ],
    };
    Picture {
        caption: None,
        title: "Three clauses and a model".to_string(),
        body: PictureBody::Table(table),
    }
}

/// A closed square, and a line that would close another one.
fn squares() -> Picture {
    let lattice = Lattice {
        columns: ["a", "b", "c"].map(Label::from).to_vec(),
        rows: ["1", "2"].map(Label::from).to_vec(),
        across: BTreeMap::from([
            ((0, 0), PartRole::Normal),
            ((0, 1), PartRole::Highlight),
            ((1, 0), PartRole::Normal),
            ((1, 1), PartRole::Normal),
        ]),
        down: (0..3).map(|column| ((0, column), PartRole::Normal)).collect(),
        squares: BTreeMap::from([((0, 0), Label::new("F", PartRole::Plus))]),
    };
    Picture {
        caption: None,
        title: "A square and most of another".to_string(),
        body: PictureBody::Lattice(lattice),
    }
}

/// Four people: who likes whom, and who lives beside whom, as it is in the second of two worlds.
fn village() -> Picture {
    let nodes = || ["ann", "bob", "cara", "dave"].map(Label::from).to_vec();
    let pairs = [(0, 1), (1, 0), (1, 2), (2, 2)];
    let near = [(0, 2), (2, 0), (1, 3), (3, 1), (2, 3), (3, 2)];
    let cells = BTreeMap::from([(0, Label::new("+", PartRole::Plus))]);
    let table = PictureTable {
        columns: vec![Label::new("happy", PartRole::Emphasis)],
        rows: vec![TableRow { label: "ann".into(), cells }],
    };
    let world = |likes: &[(usize, usize)]| {
        let likes = PictureRelation::new("likes", nodes(), likes.iter().copied());
        let relations = vec![likes, PictureRelation::new("near", nodes(), near)];
        let body = PictureBody::Spread(Spread { board: None, table: table.clone(), relations });
        Picture { caption: None, title: "village".to_owned(), body }
    };
    let mut second = world(&pairs);
    second.mark_changes(&world(&[(0, 1), (1, 2), (2, 2), (3, 1)]));
    second
}

#[test]
fn small_pictures() {
    for (name, picture) in [
        ("tree", tree("The formula ((-x+y)*-(-y+x))", "x-y+y-x+-*")),
        ("graph", cave()),
        ("table", clauses()),
        ("lattice", squares()),
        ("spread", village()),
    ] {
        for (ending, format) in [
            ("txt", Format::Text),
            ("dot", Format::Dot),
            ("svg", Format::Svg),
            ("tex", Format::Tikz),
        ] {
            insta::assert_snapshot!(format!("{name}.{ending}"), picture.render(format).unwrap());
        }
    }
}

/// The pixels of a picture, three numbers each, and how many there are in a row.
fn pixels(picture: &Picture) -> (Vec<u8>, usize) {
    let file = png::render(picture).unwrap().file;
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(frame.color_type, ::png::ColorType::Rgb);
    (pixels, frame.width as usize)
}

/// Half of the free space around a picture, in pixels.
const MARGIN: usize = 16;

/// Whether all that is drawn keeps away from the sides.
fn has_margin((pixels, width): &(Vec<u8>, usize)) -> bool {
    let paper = [u8::MAX; 3];
    let rows: Vec<_> = pixels.chunks(width * 3).collect();
    let is_free = |row: &[u8]| row.chunks(3).all(|it| it == paper);
    let ends = |row: &&[u8]| is_free(&row[..MARGIN * 3]) && is_free(&row[row.len() - MARGIN * 3..]);
    let (top, bottom) = (&rows[..MARGIN], &rows[rows.len() - MARGIN..]);
    top.iter().chain(bottom).all(|it| is_free(it)) && rows.iter().all(ends)
}

#[test]
fn pixels_have_the_size_and_the_colours_of_the_drawing() {
    for picture in [tree("The formula (x+-y)", "xy-+"), cave(), clauses(), squares(), village()] {
        let drawn = pixels(&picture);
        let Scene { width, height, .. } = layout(&picture).unwrap();
        assert_eq!(drawn.1, 2 * width.ceil() as usize);
        assert_eq!(drawn.0.len(), drawn.1 * 3 * 2 * height.ceil() as usize);
        assert!(has_margin(&drawn), "{}", picture.title);
    }
    // What was found in the cave stands out by its border and its area.
    let (pixels, _) = pixels(&cave());
    let count = |colour: [u8; 3]| pixels.chunks(3).filter(|it| **it == colour).count();
    let (border, area, plain) = ([0xbc, 0x4c, 0x00], [0xff, 0xf1, 0xe5], [0xf6, 0xf8, 0xfa]);
    assert!([border, area, plain].iter().all(|it| count(*it) > 2000));
    assert_eq!(count([0, 0, 0]), 0, "nothing is drawn without a style");
}

/// A random tree in post-order: how many roots each node takes, as far as there are so many.
fn any_tree() -> impl Strategy<Value = PictureTree> {
    prop::collection::vec((any_label(), 0..5_usize), 0..200).prop_map(|nodes| {
        let mut tree = PictureTree::default();
        let mut roots = 0;
        for (label, operands) in nodes {
            let operands = operands.min(roots);
            roots = roots - operands + 1;
            tree.push(label, operands);
        }
        tree
    })
}

/// A random graph whose nodes are labelled with their indices.
fn any_graph() -> impl Strategy<Value = PictureGraph> {
    (1..30_usize).prop_flat_map(|nodes| {
        let badges = prop::collection::vec(prop::collection::vec(any_label(), 0..3), nodes);
        let edges = prop::collection::vec((0..nodes, 0..nodes), 0..60);
        let walk = prop::collection::vec(0..nodes, 0..20);
        (badges, edges, walk, 0..nodes).prop_map(|(badges, edges, walk, start)| {
            let node = |(index, badges): (usize, Vec<Label>)| GraphNode {
                label: Label::from(format!("node{index}")),
                badges,
            };
            PictureGraph {
                nodes: badges.into_iter().enumerate().map(node).collect(),
                edges,
                walk,
                start,
                here: None,
            }
        })
    })
}

/// A random relation as worlds have it: few things with names of any length, and not too many lines.
fn any_relation() -> impl Strategy<Value = PictureRelation> {
    prop::collection::vec("[a-z]{1,20}", 2..25).prop_flat_map(|names| {
        let count = names.len();
        let pairs = prop::collection::btree_set((0..count, 0..count), 0..3 * count);
        (Just(names), pairs).prop_map(|(names, pairs)| {
            PictureRelation::new("r", names.into_iter().map(Label::from).collect(), pairs)
        })
    })
}

fn any_label() -> impl Strategy<Value = Label> {
    let text = prop_oneof![
        "[a-z]{1,3}",
        "[<&>\"'\\\\\\]-]{0,5}",
        any::<String>(),
        (0..200_usize).prop_map(|length| "W".repeat(length)),
    ];
    let roles = [
        PartRole::Normal,
        PartRole::Emphasis,
        PartRole::Highlight,
        PartRole::Muted,
        PartRole::Plus,
        PartRole::Minus,
    ];
    (text, prop::sample::select(roles.to_vec())).prop_map(|(text, role)| Label::new(text, role))
}

/// A point of a Bézier curve of one segment.
fn on_curve(points: &[ScenePoint], at: f64) -> ScenePoint {
    let weights =
        [(1.0 - at).powi(3), 3.0 * at * (1.0 - at).powi(2), 3.0 * at * at * (1.0 - at), at.powi(3)];
    let sum =
        |of: fn(&ScenePoint) -> f64| points.iter().zip(weights).map(|it| of(it.0) * it.1).sum();
    ScenePoint::new(sum(|it| it.x), sum(|it| it.y))
}

fn place(body: PictureBody) -> Scene {
    layout(&Picture { caption: None, title: String::new(), body }).unwrap()
}

fn boxes(scene: &Scene) -> Vec<Rect> {
    scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            SceneShape::Box { rect, .. } => Some(*rect),
            _ => None,
        })
        .collect()
}

fn is_on_border(rect: &Rect, point: ScenePoint) -> bool {
    let (x, y) = ((point.x - rect.centre.x).abs(), (point.y - rect.centre.y).abs());
    let (x, y) = (x - rect.width / 2.0, y - rect.height / 2.0);
    x < 1e-6 && y < 1e-6 && (x.abs() < 1e-6 || y.abs() < 1e-6)
}

/// Fails unless the text is one well-formed XML element.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut elements = 0;
    for (index, part) in text.trim_end().split('<').enumerate() {
        let (tag, content) = part.split_once('>').unwrap_or(("", part));
        assert!(!content.contains('>'), "{part:?}");
        for entity in content.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;"].iter().any(|known| entity.starts_with(known)),
                "{entity:?}"
            );
        }
        assert!(part.chars().all(|c| !c.is_control() || c == '\n'), "{part:?}");
        assert!(!part.contains(['\u{fffe}', '\u{ffff}']), "{part:?}");
        if index == 0 {
            assert_eq!(part, "");
        } else if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            assert!(!open.is_empty() || elements == 0, "one element holds all");
            elements += 1;
            let attributes = tag.trim_end_matches('/');
            assert_eq!(attributes.matches('"').count() % 2, 0, "{tag:?}");
            if attributes == tag {
                open.push(tag.split(' ').next().unwrap());
            }
        }
        assert!(!open.is_empty() || content.is_empty(), "text outside");
    }
    assert!(open.is_empty() && elements > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(256)))]

    #[test]
    fn nodes_of_a_tree_keep_apart_and_edges_join_them(tree in any_tree()) {
        let scene = place(PictureBody::Tree(tree));
        let boxes = boxes(&scene);
        for (index, rect) in boxes.iter().enumerate() {
            prop_assert!(rect.left() >= 0.0 && rect.right() <= scene.width);
            prop_assert!(rect.top() >= 0.0 && rect.bottom() <= scene.height);
            prop_assert!(!boxes[..index].iter().any(|other| rect.overlaps(other)));
        }
        for shape in &scene.shapes {
            if let SceneShape::Line { ends, .. } = shape {
                for end in ends {
                    prop_assert!(boxes.iter().any(|rect| is_on_border(rect, *end)));
                }
            }
        }
    }

    #[test]
    fn edges_of_a_graph_end_at_their_nodes(graph in any_graph()) {
        let scene = place(PictureBody::Graph(graph.clone()));
        // A node's box comes right before its name.
        let nodes: Vec<Rect> = scene.shapes.windows(2).filter_map(|pair| match pair {
            [SceneShape::Box { rect, .. }, SceneShape::Text { text, .. }] if text.starts_with("node") => Some(*rect),
            _ => None,
        }).collect();
        prop_assert_eq!(nodes.len(), graph.nodes.len());
        for (index, rect) in nodes.iter().enumerate() {
            prop_assert!(!nodes[..index].iter().any(|other| rect.overlaps(other)));
        }
        let at = |point: ScenePoint| nodes.iter().position(|rect| is_on_border(rect, point));
        let mut drawn = Vec::new();
        for shape in &scene.shapes {
            if let SceneShape::Curve { points, heads, .. } = shape {
                let ends = [points[0], points[points.len() - 1]].map(at);
                let [Some(from), Some(to)] = ends else { panic!("an end in the air") };
                drawn.push((from.min(to), from.max(to)));
                // Heads show all directions there are, the lack of any that there are both.
                let leads = [(to, from), (from, to)].map(|edge| graph.edges.contains(&edge));
                let heads = heads.map(|it| it.is_some());
                prop_assert!(from == to || heads == leads || (heads == [false; 2] && leads == [true; 2]));
            }
        }
        drawn.sort_unstable();
        let mut edges: Vec<_> = graph.edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        prop_assert_eq!(drawn, edges);
    }

    #[test]
    fn lines_of_a_relation_join_their_things_and_pass_all_others(relation in any_relation()) {
        let spread = Spread { relations: vec![relation.clone()], ..Spread::default() };
        let scene = place(PictureBody::Spread(spread));
        let boxes = boxes(&scene);
        prop_assert_eq!(boxes.len(), relation.nodes.len());
        for (index, rect) in boxes.iter().enumerate() {
            prop_assert!(!boxes[..index].iter().any(|other| rect.overlaps(other)));
            prop_assert!(rect.left() >= 0.0 && rect.right() <= scene.width);
            prop_assert!(rect.top() >= 0.0 && rect.bottom() <= scene.height);
        }
        let mut drawn = Vec::new();
        for shape in &scene.shapes {
            let SceneShape::Curve { points, heads, .. } = shape else { continue };
            let at = |point: ScenePoint| boxes.iter().position(|rect| is_on_border(rect, point));
            let (Some(from), Some(to)) = (at(points[0]), at(points[3])) else { panic!("an end in the air") };
            prop_assert!(from <= to);
            for step in 1..100 {
                let point = on_curve(points, f64::from(step) / 100.0);
                let point = Rect { centre: point, width: 0.1, height: 0.1 };
                prop_assert!(!boxes.iter().any(|it| it.overlaps(&point)), "{from} to {to}");
            }
            let leads = [(to, from), (from, to)].map(|it| relation.arrows.contains_key(&it));
            let expected = match relation.is_directed {
                true => [leads[0] && from != to, leads[1]],
                false => [false; 2],
            };
            prop_assert_eq!(heads.map(|it| it.is_some()), expected);
            drawn.push((from, to));
        }
        drawn.sort_unstable();
        prop_assert_eq!(drawn, relation.lines().into_keys().collect::<Vec<_>>());
    }

    #[test]
    fn hostile_labels_do_no_harm(tree in any_tree(), graph in any_graph(), title in any::<String>(), cells in prop::collection::vec((0..4_usize, any_label()), 0..9)) {
        let mut table = PictureTable { columns: vec![Label::from(title.as_str()); 4], rows: Vec::new() };
        let mut lattice = Lattice { columns: table.columns.clone(), ..Lattice::default() };
        for (row, (column, label)) in cells.into_iter().enumerate() {
            lattice.rows.push(label.clone());
            lattice.across.insert((row, column.min(2)), label.role);
            table.rows.push(TableRow { label: label.clone(), cells: BTreeMap::from([(column, label)]) });
        }
        let nodes: Vec<Label> = table.rows.iter().map(|it| it.label.clone()).collect();
        let pairs: Vec<_> = (1..nodes.len()).map(|it| (it, it / 2)).collect();
        let relations = vec![PictureRelation::new(title.as_str(), nodes, pairs)];
        let spread = Spread { board: None, table: table.clone(), relations };
        for body in [PictureBody::Tree(tree), PictureBody::Graph(graph), PictureBody::Table(table), PictureBody::Lattice(lattice), PictureBody::Spread(spread)] {
            let picture = Picture { caption: None, title: title.clone(), body };
            check_xml(&picture.render(Format::Svg).unwrap());
            for format in [Format::Text, Format::Dot, Format::Tikz] {
                let text = picture.render(format).unwrap();
                prop_assert!(text.chars().all(|c| !c.is_control() || c == '\n'));
            }
        }
    }
}

#[test]
fn large_graphs_are_laid_out_and_excessive_pictures_refused() {
    let mut seed = 1_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut graph =
        PictureGraph { nodes: vec![GraphNode::default(); 1000], ..PictureGraph::default() };
    graph.edges = (0..3000).map(|_| (random(1000), random(1000))).collect();
    assert_eq!(boxes(&place(PictureBody::Graph(graph.clone()))).len(), 1000);

    // A long corridor with a way back to the start from everywhere has too many bends.
    graph.edges = (1..1000).flat_map(|node| [(node - 1, node), (node, 0)]).collect();
    let refused =
        layout(&Picture { caption: None, title: String::new(), body: PictureBody::Graph(graph) })
            .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the picture is too large: 501498 parts, at most 20000 can be drawn"
    );

    let mut chain = PictureTree::default();
    chain.push("x", 0);
    (0..1_000_000).for_each(|_| chain.push("-", 1));
    let picture = Picture { caption: None, title: String::new(), body: PictureBody::Tree(chain) };
    assert!(picture.render(Format::Svg).is_err());
    assert!(picture.render(Format::Text).is_ok_and(|text| text.len() == 2_000_001));
    assert!(picture.render(Format::Dot).is_ok());

    let many = Picture {
        caption: None,
        title: String::new(),
        body: PictureBody::Tree(PictureTree::too_large(1 << 26)),
    };
    for format in [Format::Svg, Format::Text, Format::Dot] {
        let refused = many.render(format).unwrap_err().to_string();
        assert!(refused.starts_with("the picture is too large: 67108864"), "{refused}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(16)))]

    #[test]
    fn no_graph_is_cut_off(graph in any_graph()) {
        let picture = Picture { caption: None, title: String::new(), body: PictureBody::Graph(graph) };
        prop_assert!(has_margin(&pixels(&picture)));
    }
}
