//! The period of a taking and breaking game, verified.
//!
//! In: a certificate of kind `heaps`. Out: the proof in words, or what is not so.
//!
//! The theorem is that of Guy and Smith (1956). Let the moves from a heap of n tokens, n large, take i of some numbers up to t and leave one
//! heap of n - i or two heaps with n - i tokens together; and let it depend on the residue of n and on the smaller heap (its size if that is
//! below some S, its residue otherwise) whether a move may be made, in the same way for n and n + p. If G(n + p) = G(n) for
//! n0 <= n < k * n0 + (k - 1) * p + t, where n0 >= S and k is the most heaps that are left, then for all n >= n0: the greater heap of an
//! option of n + p has at least n0 + p tokens, and with p tokens less it is one of an option of n with the same value, and the other way round.
//! So it is enough to look at a beginning of the values. [`family`](Reader::family) finds the moves as the theorem wants them.

use std::collections::BTreeSet;

use super::Refusal;
use super::certificate::{Certificate, Entry};
use super::concrete::{each_amount, fits};
use super::expr::{Family, Rules, Seen};
use super::form::{Far, Form};
use super::line::{Stop, primes};
use super::options::modulus;
use super::program::{MOST_CLASSES, large};

/// Values that are computed at most.
const MOST: u64 = 1 << 23;

/// A move from every large heap of a residue class.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Move {
    /// Nothing is left.
    Nothing,
    /// A heap of this size is left, whatever the whole.
    Fixed(u64),
    /// One heap is left, so much smaller.
    One(u64),
    Two(Pair),
}

/// Two heaps are left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    take: u64,
    /// May the smaller heap have this size, below S?
    small: Vec<bool>,
    /// May it have this residue, from S on?
    both: Vec<bool>,
}

struct Reader<'a> {
    rules: &'a Rules,
    modulus: u64,
    /// S, a multiple of the modulus.
    near: u64,
}

/// A family with its constant parameters put in.
struct Case<'f> {
    family: &'f Family,
    vars: Vec<Option<Form>>,
    /// The parameter that grows with the heap.
    ray: Option<usize>,
}

fn no_atom(_: usize) -> Seen<bool> {
    Err("rules of one heap have no parts".into())
}

fn unclear(what: &str) -> String {
    format!("{what} is not the same for all large heaps of a residue class")
}

impl Reader<'_> {
    /// Large heaps of a class.
    fn heap(&self, residue: u64) -> Form {
        Form { one: i128::from(self.near + residue), p: i128::from(self.modulus), q: 0, r: 0 }
    }

    /// The moves from large heaps of a class.
    fn moves(&self, residue: u64) -> Seen<BTreeSet<Move>> {
        let mut moves = BTreeSet::new();
        for family in &self.rules.families {
            let mut case = Case { family, vars: vec![], ray: None };
            self.amounts(&mut case, 0, residue, &mut moves)?;
        }
        Ok(moves)
    }

    fn amounts(&self, case: &mut Case, depth: usize, residue: u64, moves: &mut BTreeSet<Move>) -> Seen<()> {
        let coords = [self.heap(residue)];
        let mut far = Far { coords: &coords, vars: case.vars.clone(), terminal: &no_atom };
        let Some((lo, hi)) = case.family.params.get(depth) else {
            return self.family(case, residue, moves);
        };
        let (lo, hi) = (far.int(lo)?, far.int(hi)?);
        if let (Some(lo), Some(hi)) = (lo.and_then(Form::as_number), hi.and_then(Form::as_number)) {
            if hi.saturating_sub(lo) > i128::from(MOST) {
                return Err("a range of amounts is too long".into());
            }
            for value in lo..=hi {
                case.vars.push(Some(Form::number(value)));
                self.amounts(case, depth + 1, residue, moves)?;
                case.vars.pop();
            }
            return Ok(());
        }
        if case.ray.is_some() {
            return Err("a family of moves has several amounts that grow with the heap".into());
        }
        case.ray = Some(depth);
        case.vars.push(None);
        self.amounts(case, depth + 1, residue, moves)?;
        case.vars.pop();
        case.ray = None;
        Ok(())
    }

    fn family(&self, case: &Case, residue: u64, moves: &mut BTreeSet<Move>) -> Seen<()> {
        let parts: Vec<_> = case.family.targets.iter().flat_map(|(_, tuples)| tuples).collect();
        match (parts.len(), case.ray) {
            (0 | 1, None) => {
                let n = self.heap(residue);
                let Some(left) = self.left(case, n, None)? else { return Ok(()) };
                let Some(form) = left.first() else {
                    moves.insert(Move::Nothing);
                    return Ok(());
                };
                match (n.plus(-1, *form)?.as_number(), form.as_number()) {
                    (Some(take), _) if take >= 1 => _ = moves.insert(Move::One(take as u64)),
                    (None, Some(fixed)) => _ = moves.insert(Move::Fixed(fixed as u64)),
                    _ => return Err("a move leaves a heap that is neither some tokens smaller nor of one size".into()),
                }
                Ok(())
            }
            (2, Some(ray)) => {
                if let Some(pair) = self.pair(case, ray, residue)? {
                    moves.insert(Move::Two(pair));
                }
                Ok(())
            }
            (2, None) => {
                Err("a move leaves two heaps of which one has a constant size; this checker does not read that".into())
            }
            (0 | 1, Some(_)) => Err("a move takes any number; then there is no bound on what is taken".into()),
            _ => Err("a move leaves three heaps or more; this checker reads two".into()),
        }
    }

    /// What a move leaves, with the growing amount put in; `None` where there is no move.
    fn left(&self, case: &Case, n: Form, amount: Option<Form>) -> Seen<Option<Vec<Form>>> {
        let coords = [n];
        let ray = case.ray.unwrap_or(case.vars.len());
        let mut far = Far { coords: &coords, vars: case.vars[..ray].to_vec(), terminal: &no_atom };
        let mut holds = vec![far.truth(&case.family.before)?];
        if holds[0] == Some(false) {
            return Ok(None);
        }
        if let Some(amount) = amount {
            let (lo, hi) = &case.family.params[ray];
            let (lo, hi) = (far.int(lo)?, far.int(hi)?);
            for (a, b) in [(lo, Some(amount)), (Some(amount), hi)] {
                let less = a.zip(b).map(|(a, b)| a.plus(-1, b)).transpose()?;
                holds.push(less.and_then(Form::non_positive));
            }
            if holds.contains(&Some(false)) {
                return Ok(None);
            }
            far.vars.clone_from(&case.vars);
            far.put(ray, Some(amount));
        }
        holds.push(far.truth(&case.family.guard)?);
        if holds.contains(&Some(false)) {
            return Ok(None);
        }
        let mut left = vec![];
        for e in case.family.targets.iter().flat_map(|(_, tuples)| tuples.iter().flatten()) {
            let form = far.int(e)?.ok_or_else(|| unclear("what a move leaves"))?;
            match form.plus(1, Form::number(1))?.non_positive() {
                Some(true) => return Ok(None),
                Some(false) => left.push(form),
                None => return Err(unclear("whether a move leaves heaps")),
            }
        }
        if holds.iter().all(|h| *h == Some(true)) { Ok(Some(left)) } else { Err(unclear("whether a move may be made")) }
    }

    /// A family that leaves two heaps, a and b.
    fn pair(&self, case: &Case, ray: usize, residue: u64) -> Seen<Option<Pair>> {
        let n = self.heap(residue);
        let coords = [n];
        let mut far = Far { coords: &coords, vars: case.vars.clone(), terminal: &no_atom };
        far.put(ray, Some(Form { one: 0, p: 0, q: 1, r: 0 }));
        let parts = case.family.targets.iter().flat_map(|(_, tuples)| tuples.iter().flatten());
        let parts = parts.map(|e| far.int(e)).collect::<Seen<Vec<_>>>()?;
        let [Some(a), Some(b)] = parts[..] else { return Err(unclear("what a move leaves")) };
        let take = n.plus(-1, a)?.plus(-1, b)?.as_number().and_then(|take| u64::try_from(take).ok());
        let (Some(take), 1 | -1) = (take, a.q) else {
            return Err("a move leaves two heaps that are not the whole less a constant".into());
        };
        // The amount is s * a + u * n + w.
        if a.p % n.p != 0 {
            return Err(unclear("what a move leaves"));
        }
        let (s, u) = (a.q, a.p / n.p);
        let w = fits(u.checked_mul(n.one).and_then(|t| t.checked_sub(a.one)?.checked_mul(s)))?;
        let u = fits((-s).checked_mul(u))?;
        let may = |a: Form, b: Form| -> Seen<Result<bool, String>> {
            let n = a.plus(1, b)?.plus(1, Form::number(i128::from(take)))?;
            let amount = Form::number(w).plus(s, a)?.plus(u, n)?;
            match self.left(case, n, Some(amount)) {
                Ok(None) => Ok(Ok(false)),
                Ok(Some(left)) if left == [a, b] => Ok(Ok(true)),
                Ok(Some(_)) => Err("an amount does not leave what it seems to".into()),
                Err(why) => Ok(Err(why)),
            }
        };
        // The order of the two heaps does not matter: one order is enough.
        let either = |a: Form, b: Form| match (may(a, b)?, may(b, a)?) {
            (Ok(true), _) | (_, Ok(true)) => Ok(true),
            (Ok(false), Ok(false)) => Ok(false),
            (Err(why), _) | (_, Err(why)) => Err(why),
        };
        let (modulus, step) = (self.modulus, i128::from(self.modulus));
        let class = |s: u64| (residue + 2 * modulus - s % modulus - take % modulus) % modulus;
        let mut pair = Pair { take, small: vec![], both: vec![] };
        for s in 0..self.near {
            let greater = Form { one: i128::from(self.near + class(s)), p: step, q: 0, r: 0 };
            pair.small.push(either(Form::number(i128::from(s)), greater)?);
        }
        for s in 0..modulus {
            let smaller = Form { one: i128::from(self.near + s), p: 0, q: step, r: 0 };
            let more = (class(s) + modulus - s) % modulus;
            let greater = Form { one: smaller.one + i128::from(more), p: step, q: step, r: 0 };
            pair.both.push(either(smaller, greater)?);
        }
        let alike = (0..modulus).all(|s| pair.both[s as usize] == pair.both[class(s) as usize]);
        if !alike {
            return Err("which two heaps may be left depends on which of them is greater".into());
        }
        // No move leaves a negative heap; and amounts that seem to are defined.
        for negative in [Form { one: -1, p: 0, q: -1, r: 0 }] {
            for order in [true, false] {
                let other = n.plus(-1, Form::number(i128::from(take)))?.plus(-1, negative)?;
                let a = if order { negative } else { other };
                let amount = Form::number(w).plus(s, a)?.plus(u, n)?;
                if self.left(case, n, Some(amount))?.is_some() {
                    return Err("a move leaves a negative heap".into());
                }
            }
        }
        if take == 0 && pair.small.first() == Some(&true) {
            return Err("a move leaves the whole".into());
        }
        let any = pair.small.iter().chain(&pair.both).any(|may| *may);
        Ok(any.then_some(pair))
    }
}

/// Values, one after the other.
struct Values<'a> {
    rules: &'a Rules,
    misere: bool,
    /// By residue; from this heap on.
    moves: Vec<BTreeSet<Move>>,
    from: u64,
    near: u64,
    values: Vec<u32>,
    /// The last heap that had an option of this value.
    seen: Vec<u32>,
}

impl Values<'_> {
    fn next(&mut self) -> Seen<()> {
        let n = self.values.len() as u64;
        let mut options = vec![];
        let mut mark = |seen: &mut Vec<u32>, value: u32| {
            if seen.len() <= value as usize {
                seen.resize(value as usize + 1, u32::MAX);
            }
            seen[value as usize] = n as u32;
            options.push(());
        };
        let nothing = u32::from(self.misere);
        if n < self.from {
            for family in &self.rules.families {
                each_amount(self.rules, family, &[n], &mut |at| {
                    let mut sum = None;
                    for e in family.targets.iter().flat_map(|(_, tuples)| tuples.iter().flatten()) {
                        let part = at.int(e)?;
                        if part < 0 {
                            return Ok(true);
                        }
                        let value = usize::try_from(part).ok().and_then(|part| self.values.get(part).copied());
                        let value = value.ok_or("a move does not make the heap smaller")?;
                        sum = Some(sum.unwrap_or(0) ^ value);
                    }
                    mark(&mut self.seen, sum.unwrap_or(nothing));
                    Ok(true)
                })?;
            }
        } else {
            let values = &self.values;
            let modulus = self.moves.len() as u64;
            for mv in &self.moves[(n % modulus) as usize] {
                match mv {
                    Move::Nothing => mark(&mut self.seen, nothing),
                    Move::Fixed(size) => mark(&mut self.seen, values[*size as usize]),
                    Move::One(take) => mark(&mut self.seen, values[(n - take) as usize]),
                    Move::Two(pair) => {
                        let whole = n - pair.take;
                        let mut leave = |s: u64| {
                            let value = values[s as usize] ^ values[(whole - s) as usize];
                            mark(&mut self.seen, value);
                        };
                        (0..self.near).filter(|s| pair.small[*s as usize]).for_each(&mut leave);
                        for class in (0..modulus).filter(|class| pair.both[*class as usize]) {
                            (self.near + class..=whole / 2).step_by(modulus as usize).for_each(&mut leave);
                        }
                    }
                }
            }
        }
        let mex = self.seen.iter().position(|last| *last != n as u32).unwrap_or(self.seen.len()) as u32;
        self.values.push(if options.is_empty() { nothing } else { mex });
        Ok(())
    }
}

/// Verifies a certificate.
pub(crate) fn verify(certificate: &Certificate, take: u64, parts: u64, stop: Stop) -> Result<String, Refusal> {
    let Certificate { ref rules, misere, preperiod, period, saltus, ref values, .. } = *certificate;
    let no = |why: &str| Err(Refusal::False(why.to_string()));
    if saltus != 0 {
        return no("this checker does not verify arithmetic periods of heaps, only those with saltus 0");
    }
    if period == 0 {
        return no("a period is at least 1");
    }
    if certificate.line != [Entry::Runs(0)] || rules.leaves.len() != 1 || !rules.requires.is_empty() {
        return no("heaps are one coordinate without conditions on positions, and their line is `_`");
    }
    let Some(modulus) = modulus(rules, MOST_CLASSES) else {
        return no("the rules tell too many residue classes apart");
    };
    let mut near = (large(rules) + 4).next_multiple_of(modulus);
    let read = |near: u64| {
        let reader = Reader { rules, modulus, near };
        (0..modulus).map(|residue| reader.moves(residue)).collect::<Seen<Vec<_>>>()
    };
    let moves = read(near).or_else(|_| {
        near *= 8;
        read(near)
    });
    let moves = moves.map_err(Refusal::of)?;
    let (mut most, mut left, mut fixed) = (0, 1, 0);
    for mv in moves.iter().flatten() {
        match mv {
            Move::Nothing => {}
            Move::Fixed(size) => fixed = fixed.max(*size),
            Move::One(take) => most = most.max(*take),
            Move::Two(pair) => (most, left) = (most.max(pair.take), 2),
        }
    }
    if take < most || parts < left {
        let text = format!("moves take up to {most} and leave up to {left} heaps, more than {take} and {parts}");
        return Err(Refusal::False(text));
    }
    if misere && left > 1 {
        return no("in misère play the value of several heaps does not follow from their values");
    }
    if (0..modulus).any(|r| moves[r as usize] != moves[((r + period) % modulus) as usize]) {
        return no("the moves of heaps are not the same one period further on");
    }
    // Where both heaps are below S, or the smaller is and the greater is not, the moves are those read.
    if fixed >= MOST || most >= MOST {
        return no("the heaps that it speaks of are too large for this checker");
    }
    let from = (2 * near + most + fixed + modulus).next_multiple_of(modulus);
    let least = preperiod.max(near);
    let bound = [parts.checked_mul(least), (parts - 1).checked_mul(period), Some(take)];
    let bound = bound.into_iter().try_fold(0u64, |sum, term| sum.checked_add(term?)).map(|bound| bound.max(from));
    let end = bound.and_then(|bound| bound.max(preperiod.checked_add(period)?).checked_add(period));
    let end = end.map(|end| end.max(values.len() as u64));
    let (Some(bound), Some(end)) = (bound, end.filter(|end| *end <= MOST)) else {
        return no("the values that it speaks of are too many for this checker");
    };
    let mut all = Values { rules, misere, moves, from, near, values: vec![], seen: vec![] };
    for n in 0..end {
        if n % 64 == 0 && stop(n) {
            return Err(Refusal::Stopped);
        }
        all.next().map_err(Refusal::of)?;
        let stated = values.get(n as usize).copied();
        if stated.is_some_and(|stated| stated != Some(u64::from(all.values[n as usize]))) {
            let text = format!("the value {n} of the certificate is not right: there is {}", all.values[n as usize]);
            return Err(Refusal::False(text));
        }
    }
    let g = |n: u64| all.values[n as usize];
    if let Some(n) = (preperiod..bound).find(|n| g(n + period) != g(*n)) {
        return Err(Refusal::False(format!("G(n + {period}) is not G(n) for n = {n}")));
    }
    if preperiod > 0 && g(preperiod - 1 + period) == g(preperiod - 1) {
        let text = format!("G(n + {period}) = G(n) for n = {}, too, before the preperiod", preperiod - 1);
        return Err(Refusal::False(text));
    }
    for q in primes(period) {
        if (preperiod..preperiod + period).all(|n| g(n + period / q) == g(n)) {
            return Err(Refusal::False(format!("{} is a period, too, less than {period}", period / q)));
        }
    }
    Ok(format!(
        "A move from a heap of {near} or more takes at most {most} and leaves at most {left} heaps, and which moves there are is the same for \
         heaps of n and of n + {period}. All values before {end} were computed by the definition, as mex of nim-sums. G(n + {period}) = G(n) was \
         looked at for all n from {preperiod} to {}; by the theorem of Guy and Smith (1956) it holds of all later n, since the \
         greatest heap that is left of n + {period} is one of {least} + {period} tokens or more. It fails of the index before {preperiod}, and of every \
         period that is {period} divided by a prime. The first {} values are those of the certificate.",
        bound - 1,
        values.len(),
    ))
}
