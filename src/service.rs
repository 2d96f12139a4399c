//! What the front ends ask for: one file a verb, pure (text in, values out). Knows neither files
//! nor terminals; what has to be read is read through [`import::Files`].

pub mod appraisal;
pub mod artifact;
pub mod build;
pub mod by_clauses;
pub mod check;
pub mod clauses;
pub mod correct;
pub mod cubes;
pub mod deduction;
pub mod diff;
pub mod draw;
pub mod explain;
pub mod find;
pub mod game_appraisal;
pub mod glance;
pub mod grade;
pub mod handout;
pub mod hint;
pub mod import;
pub mod json;
pub mod make;
pub mod parts;
pub mod play;
pub mod points;
pub mod proof;
pub mod report;
pub mod review;
pub mod shelf;
pub mod slice;
pub mod solve;
pub mod steps;
pub mod test;
pub mod theorem;
pub mod trace;
pub mod unanswered;
