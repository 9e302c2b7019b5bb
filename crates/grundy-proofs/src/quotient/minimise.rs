//! The least quotient that has given outcomes.
//!
//! In: the pairs of a closure, the outcomes of their sums with k of the next heap ([`Levels`]), and which pair comes when a heap is added. Out: the quotient in which two of these
//! are one element if no heaps that are added tell them apart.
//!
//! The classes are those of equal outcomes at first. As long as two members of a class lead, with one more heap, to different classes, it is divided (Moore, Gedanken-experiments on
//! sequential machines, 1956).

use super::Quotient;
use super::closure::Closure;
use super::levels::Levels;
use super::monoid::{Element, Monoid};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::numbered::Numbered;
use grundy_core::contract::stop::Result;

/// The most elements of a quotient.
pub(super) const ELEMENTS: usize = 1 << 11;
/// Members between two looks at the limits.
const PATIENCE: usize = 1 << 10;

/// Pairs with k of the next heap, the letters that lead from one to the other being the generators and then the next heap.
struct Automaton<'a> {
    closure: &'a Closure,
    levels: &'a Levels,
}

impl Automaton<'_> {
    fn members(&self) -> usize {
        self.levels.values.len() * self.closure.len()
    }

    fn letters(&self) -> usize {
        self.closure.generators().len() + 1
    }

    fn step(&self, member: usize, letter: usize) -> usize {
        let pairs = self.closure.len();
        let (level, pair) = (member / pairs, member % pairs);
        if letter < self.closure.generators().len() {
            return level * pairs + self.closure.product(pair as u32, letter) as usize;
        }
        let next = if level + 1 < self.levels.values.len() { level + 1 } else { self.levels.recurs };
        next * pairs + pair
    }

    fn value(&self, member: usize) -> u8 {
        let pairs = self.closure.len();
        self.levels.values[member / pairs][member % pairs]
    }
}

/// The quotient of the heaps that the closure has, and of the next one; `None` if it has too many elements.
pub(super) fn minimised(closure: &Closure, levels: &Levels, most: u8, limits: &Limits) -> Result<Option<Quotient>> {
    let automaton = Automaton { closure, levels };
    let letters = automaton.letters();
    let bytes = 12 * automaton.members() + 4 * ELEMENTS * letters;
    let _held = limits.hold(bytes as u64, "the classes of sums of heaps")?;
    let Some((classes, number)) = classes(&automaton, limits)? else { return Ok(None) };
    let mut first = vec![None; number];
    for (member, class) in classes.iter().enumerate() {
        first[*class as usize].get_or_insert(member);
    }
    let first: Vec<usize> = first.into_iter().flatten().collect();
    let _held = limits.hold(Monoid::bytes(number), "the table of the quotient")?;
    let step = |class: usize, letter: usize| classes[automaton.step(first[class], letter)] as usize;
    let products = products(number, letters, &step);
    let values = first.iter().map(|member| automaton.value(*member)).collect();
    let element = |letter: usize| step(0, letter) as Element;
    let of_heap = |heap: u64| closure.generator(heap).map(element);
    let heaps = (0..closure.heaps()).map(of_heap).chain([Some(element(letters - 1))]).collect();
    Ok(Some(Quotient { monoid: Monoid::new(products, values, most), heaps }))
}

/// The class of each member, and the number of classes; the class of the empty sum is 0. `None` if there are too many.
fn classes(automaton: &Automaton, limits: &Limits) -> Result<Option<(Vec<u32>, usize)>> {
    let members = automaton.members();
    let mut classes: Vec<u32> = (0..members).map(|member| u32::from(automaton.value(member))).collect();
    let mut number = 0;
    loop {
        let mut kinds: Numbered<u32> = Numbered::default();
        let mut held = limits.held(0);
        let mut divided = Vec::with_capacity(members);
        for member in 0..members {
            if member % PATIENCE == 0 {
                limits.progress.look(PATIENCE as u64);
                held.grow(kinds.bytes(), limits, "the classes of sums of heaps")?;
            }
            let next = (0..automaton.letters()).map(|letter| classes[automaton.step(member, letter)]);
            let kind: Vec<u32> = std::iter::once(classes[member]).chain(next).collect();
            divided.push(kinds.number(&kind));
            if kinds.len() > ELEMENTS {
                return Ok(None);
            }
        }
        let done = kinds.len() == number;
        (classes, number) = (divided, kinds.len());
        if done {
            return Ok(Some((classes, number)));
        }
    }
}

/// The products of all elements. Each element is that of a word of letters, and a product with the last letter of a word is known once that with the others is.
fn products(number: usize, letters: usize, step: &dyn Fn(usize, usize) -> usize) -> Vec<Element> {
    let mut made_of = vec![None; number];
    let mut reached = vec![0];
    let mut open = 0;
    while let Some(element) = reached.get(open).copied() {
        for letter in 0..letters {
            let next = step(element, letter);
            if next != 0 && made_of[next].is_none() {
                made_of[next] = Some((element, letter));
                reached.push(next);
            }
        }
        open += 1;
    }
    let mut products = vec![Monoid::ONE; number * number];
    for x in 0..number {
        products[x * number] = x as Element;
        for y in &reached {
            if let Some((before, letter)) = made_of[*y] {
                products[x * number + y] = step(products[x * number + before].into(), letter) as Element;
            }
        }
    }
    products
}
