//! Tables against maps, with coordinates that fit in a key and ones that do not.

use std::collections::HashMap;

use crate::definition::table::Table;

#[test]
fn positions_are_found_again_and_no_others() {
    let mut seed = 1u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    for width in [0, 1, 2, 3, 10, 64, 65, 200] {
        let (mut table, mut map) = (Table::new(width), HashMap::new());
        for step in 0..3000u64 {
            // At first all coordinates are small; then some take all bits.
            let large = step > 1000 && random(3) == 0;
            let position: Vec<u64> = (0..width)
                .map(|_| match random(if large { 4 } else { 2 }) {
                    0 => 0,
                    1 => random(2 + step / 100),
                    2 => 1 << random(64),
                    _ => u64::MAX - random(3),
                })
                .collect();
            let (number, state) = (table.find(&position), u32::try_from(step).expect("small"));
            assert_eq!(number, map.get(&position).map(|(number, _)| *number), "{position:?}");
            let number = number.unwrap_or_else(|| table.put(&position, 0).expect("room"));
            table.set(number, state);
            map.insert(position, (number, state));
        }
        assert_eq!(table.len(), map.len());
        for (position, (number, state)) in map {
            assert_eq!(table.find(&position), Some(number));
            assert_eq!((table.position(number), table.state(number)), (&position[..], state));
        }
    }
}
