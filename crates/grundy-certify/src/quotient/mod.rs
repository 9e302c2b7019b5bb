//! Certificates of kind `quotient`: a monoid decides the outcomes of all sums of heaps in misère play, or their values up to some number.
//!
//! In: the rules of a heap, the table of a finite commutative monoid, its P-portion or the values of its elements, and an element for each heap. Out: the proof in words, or the part of the certificate that fails.
//!
//! [`table`] sees that it is a commutative monoid whose elements are products of those of heaps. For each heap the elements of its options are found from the
//! definition, and [`closure`] sees that the values satisfy the recursion of misère play at every sum.
//!
//! *All heaps*: if the elements recur from n0 on with the period p, they are continued so. Let q be a multiple of p and of the modulus of the residues that
//! [`heaps`](crate::heaps) finds, and B its bound for n0 and q. All heaps below B + q are looked at. From there on the options of a heap n are those of n - q with
//! the greatest heap q larger, so they have the same elements, and so has n itself.

mod closure;
mod table;

use serde_json::{Map, Value};

use crate::Refusal;
use crate::Verified;
use crate::claim::constants::ReadTheorem;
use crate::definition::concrete::{exists, parts};
use crate::form::expr::{Result, Rules};
use crate::form::keys::{list, number};
use crate::form::numbers::{index, primes};
use crate::form::spent::{Spent, Stop, Told};
use crate::form::stated::{Certificate, Stated};
use crate::heaps::far::shifted_from;
use crate::quotient::closure::Closure;
use crate::quotient::table::Table;

/// The most heaps in a certificate, and the most that are looked at.
const MOST_HEAPS: u64 = 1 << 13;

/// What is stated.
struct Claim {
    table: Table,
    /// The elements of the heaps 0, 1, …; `None` if the heap is no position.
    heaps: Vec<Option<u16>>,
    /// From where on and after how many heaps the elements recur, if all heaps are spoken of.
    period: Option<(u64, u64)>,
}

impl Claim {
    /// Reads the object of a certificate.
    fn read(object: &Map<String, Value>) -> Result<Claim> {
        let table = Table::read(object)?;
        let element = |heap: &Value| match heap {
            Value::Null => Ok(None),
            heap => table.element(heap).map(Some),
        };
        let heaps = list(object, "heaps")?;
        if heaps.is_empty() || heaps.len() as u64 > MOST_HEAPS {
            return Err(format!("its `heaps` are not 1 to {MOST_HEAPS}"));
        }
        let heaps = heaps.iter().map(element).collect::<Result<Vec<_>>>()?;
        let has = |name: &str| object.contains_key(name);
        let period = match (has("preperiod"), has("period")) {
            (false, false) => None,
            _ => Some((number(object, "preperiod")?, number(object, "period")?)),
        };
        Ok(Claim { table, heaps, period })
    }

    /// The number of elements of the misère quotient of all heaps; `None` if it speaks of some heaps alone, or if the quotient is smaller than its monoid.
    fn size_for_all(&self) -> Option<u64> {
        let is_quotient = self.table.most() == 1 && self.table.is_reduced();
        (self.period.is_some() && is_quotient).then(|| self.table.size() as u64)
    }

    /// The element of a heap, continued by the period; `None` if it is no position.
    fn at(&self, heap: u64) -> Option<u16> {
        let near = match self.period {
            Some((from, period)) if heap >= from => from + (heap - from) % period,
            _ => heap,
        };
        self.heaps.get(index(near)).copied().flatten()
    }

    /// The statement, after "In misère play," and with the name of the game.
    fn words(&self, game: &str) -> String {
        let heaps = self.heaps.len();
        let which = match self.period {
            None => format!("of less than {heaps}"),
            Some(_) => "of any sizes".to_string(),
        };
        let recur = self.period.map_or(String::new(), |(from, period)| {
            format!(" For every n >= {from} the element of n + {period} is that of n; {from} and {period} are the least such numbers.")
        });
        let sums = format!("In misère play, for all positions that are sums of heaps {which} of {game}:");
        if self.table.most() > 1 { self.of_values(&sums, &recur) } else { self.of_outcomes(&sums, &recur) }
    }

    fn of_outcomes(&self, sums: &str, recur: &str) -> String {
        let (size, portion) = (self.table.size(), self.table.portion());
        let quotient = match self.table.is_reduced() {
            true => " No two elements are alike: this monoid is the misère quotient.",
            false => " Some elements are alike, so the misère quotient is smaller.",
        };
        format!(
            "{sums} such a sum is a P-position if and only if the product of the elements of \
             its heaps is one of the {portion} of the P-portion. The commutative monoid has {size} elements, and each is that of some sum.{recur}{quotient}"
        )
    }

    fn of_values(&self, sums: &str, recur: &str) -> String {
        let (size, most) = (self.table.size(), self.table.most());
        format!(
            "{sums} the misère value of such a sum is that of the product of the elements of its heaps, where {most} stands for all values from {most} on. \
             The commutative monoid has {size} elements, and each is that of some sum.{recur}"
        )
    }

    /// Verifies the statement; returns the proof in words.
    fn verify(&self, rules: &Rules, misere: bool, stop: Stop) -> Result<String, Refusal> {
        let no = |why: String| Err(Refusal::False(why));
        if !misere {
            return no("a quotient is one of misère play".into());
        }
        if rules.width != 1 || rules.leaves.len() != 1 || !rules.parts.is_empty() || rules.blocked > 0 {
            return no("a quotient is one of heaps that are one coordinate".into());
        }
        let elements: Vec<u16> = self.heaps.iter().flatten().copied().collect();
        self.table.verify(&elements, stop).map_err(Refusal::of)?;
        let end = self.end(rules)?;
        let mut closure = Closure::new(&self.table).map_err(Refusal::of)?;
        for heap in 0..end {
            let Some((element, options)) = self.heap(rules, heap).map_err(Refusal::of)? else { continue };
            closure.add(element, &options, stop).map_err(Refusal::of)?;
        }
        let pairs = closure.pairs();
        let far = match self.period {
            None => String::new(),
            Some((_, period)) => format!(
                " From {end} on the options of a heap are those of a smaller one, a multiple of {period} smaller, with the greatest heap as much larger, and \
                 their elements are the same."
            ),
        };
        let recursion = match self.table.most() {
            1 => "y is in the P-portion if and only if F has elements and none of them is in the P-portion. By induction the P-portion decides every sum.".to_string(),
            most => format!(
                "the value of y is the least number that no element of F has, or {most} if that is greater, and 1 if F is empty. By induction every sum has the value of its element."
            ),
        };
        Ok(format!(
            "The table was seen to be one of a commutative monoid, generated by the elements of the heaps. The elements of the options of all heaps below {end} were computed \
             by the definition. There are {pairs} pairs (y, F) of the element y of a sum and the set F of the elements of its options; in each of them {recursion}{far}"
        ))
    }

    /// All heaps below this are looked at.
    fn end(&self, rules: &Rules) -> Result<u64, Refusal> {
        let no = |why: String| Err(Refusal::False(why));
        let stated = self.heaps.len() as u64;
        let Some((from, period)) = self.period else { return Ok(stated) };
        if period == 0 || from.checked_add(period).is_none_or(|round| round > stated) {
            return no(format!("its {stated} heaps are less than the preperiod and a period of at least 1"));
        }
        if let Some(heap) = (0..stated).find(|heap| self.heaps[index(*heap)] != self.at(*heap)) {
            return no(format!("the element of the heap {heap} is not that of the heap {period} smaller"));
        }
        if from > 0 && self.at(from - 1) == self.at(from - 1 + period) {
            return no(format!(
                "the heaps {} and {} have one element, too, before the preperiod",
                from - 1,
                from - 1 + period
            ));
        }
        let recurs = |less: u64| (from..from + period).all(|heap| self.at(heap) == self.at(heap + less));
        if let Some(prime) = primes(period).into_iter().find(|prime| recurs(period / prime)) {
            return no(format!("{} is a period, too, less than {period}", period / prime));
        }
        let end = shifted_from(rules, from, period)?.max(stated);
        if end > MOST_HEAPS { no(format!("{end} heaps would be looked at, more than {MOST_HEAPS}")) } else { Ok(end) }
    }

    /// The element of a heap and those of its options; `None` if it is no position.
    fn heap(&self, rules: &Rules, heap: u64) -> Result<Option<(u16, Vec<u16>)>> {
        let element = match (exists(rules, &[heap])?, self.at(heap)) {
            (false, None) => return Ok(None),
            (true, Some(element)) => element,
            (true, None) => return Err(format!("the heap {heap} is a position, and has no element")),
            (false, Some(_)) => return Err(format!("the heap {heap} is no position, and has an element")),
        };
        let mut options = vec![];
        for option in parts(rules, &[heap])? {
            let mut product = 0;
            for part in option {
                let [size] = part[..] else { return Err("a move leaves what is no heap".into()) };
                if size >= heap {
                    return Err(format!("a move from the heap {heap} does not make it smaller"));
                }
                product = self.table.times(product, self.at(size).ok_or("a move leaves a heap without an element")?);
            }
            options.push(product);
        }
        options.sort_unstable();
        options.dedup();
        Ok(Some((element, options)))
    }
}

/// Tells how far the work has come; the empty sentence means that it was stopped.
fn spend(steps: u64, bytes: u64, stop: Stop) -> Result<()> {
    if stop(Told::Spent(Spent { steps, bytes })) { Err(String::new()) } else { Ok(()) }
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, _: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Claim::read(object)?))
}

impl Stated for Claim {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        Claim::verify(self, &of.rules, of.misere, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        Claim::words(self, &of.called())
    }

    fn answer(&self, asks: &str, _: &Map<String, Value>, _: &Certificate) -> Result<Option<(u64, u64)>> {
        Ok(self.size_for_all().filter(|_| asks == "quotient_size").map(|size| (size, size)))
    }
}
