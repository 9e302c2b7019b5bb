//! The variables of a claim as coordinates of its position.
//!
//! In: the entries of a pattern. Out: the coordinate that is each variable, what else the pattern says of the coordinates, and expressions over the variables as expressions over
//! the coordinates. Certificates that speak of positions, and not of variables, are written so.

use grundy_rules::rules::build;
use grundy_rules::rules::change::{Changed, Leaves};
use grundy_rules::rules::expr::{C, E, Expr as Form};

/// Where the variables of a pattern stand.
#[derive(Debug)]
pub(crate) struct Places {
    /// For each variable, the first coordinate that it is.
    coords: Vec<usize>,
    /// What the entries say that are no variables, or the same variable once more.
    among: Vec<C>,
}

impl Places {
    /// The places of so many variables; none if one of them is no entry.
    pub(crate) fn of(entries: &[E], variables: usize) -> Option<Places> {
        let mut coords: Vec<Option<usize>> = vec![None; variables];
        let mut others = vec![];
        for (i, entry) in entries.iter().enumerate() {
            match &**entry {
                Form::Coord(var) if coords[*var].is_none() => coords[*var] = Some(i),
                _ => others.push((i, entry)),
            }
        }
        let coords = coords.into_iter().collect::<Option<Vec<usize>>>()?;
        let mut places = Places { coords, among: vec![] };
        let equal = |(i, entry): (usize, &E)| build::eq(&build::coord(i), &places.on_coordinates(entry));
        let among = others.into_iter().map(equal).collect();
        places.among = among;
        Some(places)
    }

    /// An expression over the variables, over the coordinates.
    pub(crate) fn on_coordinates<T: Changed>(&self, e: &T) -> T {
        let numbers =
            |leaf: &Form| if let Form::Coord(var) = leaf { Some(build::coord(self.coords[*var])) } else { None };
        e.changed(&Leaves::numbers(&numbers))
    }

    /// The positions of the pattern whose variables meet a condition, by a condition on the coordinates.
    pub(crate) fn positions(&self, condition: &C) -> C {
        build::and(self.among.iter().cloned().chain([self.on_coordinates(condition)]).collect())
    }
}
