//! Words for the elements of a quotient.
//!
//! In: what is known of a quotient. Out: its generators as letters, its elements as products of these, and relations as equations.

use super::{Element, Found, Presentation};

/// Names for the elements of a quotient.
pub struct Letters {
    presentation: Presentation,
    /// The elements of the generators.
    elements: Vec<Element>,
}

impl Letters {
    /// For a quotient.
    #[must_use]
    pub fn of(found: &Found) -> Letters {
        let presentation = Presentation::of(&found.quotient);
        let elements = presentation.generators.iter().filter_map(|heap| found.quotient.element(*heap)).collect();
        Letters { presentation, elements }
    }

    /// The generators: a letter, and the heap.
    pub fn generators(&self) -> impl Iterator<Item = (String, u64)> + '_ {
        self.presentation.generators.iter().enumerate().map(|(place, heap)| (letter(place), *heap))
    }

    /// The generators: a letter, and the element.
    pub fn generators_as_elements(&self) -> impl Iterator<Item = (String, Element)> + '_ {
        self.elements.iter().enumerate().map(|(place, element)| (letter(place), *element))
    }

    /// An element as a product of generators.
    #[must_use]
    pub fn element(&self, element: Element) -> String {
        product(&self.presentation.products[usize::from(element)])
    }

    /// The relations, as equations.
    pub fn relations(&self) -> impl Iterator<Item = String> + '_ {
        let equation = |(left, right): (&[u32], &[u32])| format!("{} = {}", product(left), product(right));
        self.presentation.relations.iter().map(move |relation| equation((&relation.left, &relation.right)))
    }
}

/// The letter of a generator: a to z, then a1 to z1, and so on.
fn letter(place: usize) -> String {
    let letter = (b'a'..=b'z').nth(place % 26).map_or('?', char::from);
    if place < 26 { letter.to_string() } else { format!("{letter}{}", place / 26) }
}

fn product(powers: &[u32]) -> String {
    let power = |(place, times): (usize, &u32)| match times {
        0 => None,
        1 => Some(letter(place)),
        _ => Some(format!("{}^{times}", letter(place))),
    };
    let words: Vec<String> = powers.iter().enumerate().filter_map(power).collect();
    if words.is_empty() { "1".to_string() } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_written_with_letters() {
        assert_eq!(product(&[0, 0]), "1");
        assert_eq!(product(&[1, 0, 3]), "a c^3");
        assert_eq!(letter(27), "b1");
    }
}
