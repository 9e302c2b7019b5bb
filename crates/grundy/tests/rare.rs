//! Periods of heaps that are proved since few heaps are rare: the checker reads them, values go on as they say, and changed certificates are refused.

use grundy::theory::periods::{Verdict, period};
use grundy::{Evaluator, Options, Session};
use grundy_certify::verify;
use serde_json::{Value, json};

use crate::everywhere::{refused, sealed};

/// The preperiod, the period and the certificate of an octal game.
fn proved(code: &str) -> (u64, u64, Value) {
    let mut session = Session::new();
    let game = session.game(&format!("octal[{code}]"), None).expect("a game");
    let line = session.line(&game, "(_)").expect("a line");
    let Ok(Verdict::Proved(mut proof)) = period(&game.rules, &line, &Options::default(), &mut |_| false) else {
        panic!("no proof of {code}")
    };
    let text = proof.certificate(&game).expect("a certificate");
    (proof.period.preperiod, proof.period.period, serde_json::from_str(&text).expect("JSON"))
}

/// The first values of an octal game.
fn values(code: &str, terms: u64) -> Value {
    let game = Session::new().game(&format!("octal[{code}]"), None).expect("a game");
    let table = Evaluator::new(&game.rules, Options::default()).table(&[terms - 1]).expect("values");
    (0..terms).map(|n| table.get(&[n])).collect()
}

/// Known periods (Winning Ways, chapter 4; Gangolf and Plambeck), each from fewer values than Guy and Smith's bound asks for.
#[test]
fn known_periods_are_proved_and_verified() {
    for (code, preperiod, period) in
        [("0.156", 3479, 349), ("0.644", 3256, 442), ("0.356", 7315, 142), ("0.127", 46_578, 4)]
    {
        let (before, length, certificate) = proved(code);
        assert_eq!((before, length), (preperiod, period), "{code}");
        let below = certificate["common"]["below"].as_u64().expect("common values");
        assert!(below < 2 * preperiod + 2 * period, "{code}: {below}");
        let theorem = verify(&certificate.to_string(), &mut |_| false).expect("it holds");
        assert_eq!((theorem.preperiod, theorem.period), (Some(preperiod), Some(period)), "{code}");
    }
}

#[test]
fn a_changed_choice_of_common_values_is_refused() {
    let (preperiod, period, certificate) = proved("0.156");
    let refused = |change: &dyn Fn(&mut Value)| refused(&certificate, change);
    let digits = certificate["common"]["digits"].as_u64().expect("digits");
    for digit in (0..32).filter(|digit| digits >> digit & 1 == 1) {
        refused(&|c| c["common"]["digits"] = json!(digits ^ 1 << digit));
    }
    assert!(refused(&|c| c["common"]["odd"] = json!(false)).contains("may have a common value together"));
    assert!(refused(&|c| c["common"]["by_size"] = json!(true)).contains("prove nothing"));
    // Far fewer values than the theorem asks for, and than the period takes.
    for below in [preperiod + period, preperiod, 5000.min(preperiod), 0] {
        assert!(refused(&|c| c["common"]["below"] = json!(below)).contains("too few"), "{below}");
    }
    refused(&|c| c["common"]["below"] = json!(u64::MAX));
    refused(&|c| c["common"] = json!({"digits": 1, "by_size": false, "odd": true}));
    refused(&|c| c["common"] = json!(7));
    refused(&|c| c["saltus"] = json!(1));
    refused(&|c| c["preperiod"] = json!(preperiod - 1));
    refused(&|c| c["preperiod"] = json!(preperiod + 1));
    refused(&|c| c["period"] = json!(2 * period));
    refused(&|c| c["period"] = json!(period + 1));
    refused(&|c| c["take"] = json!(2));
    refused(&|c| c["values"][40] = json!(9));
    // Of values beyond those that are computed one by one, too.
    let mut further = certificate.clone();
    further["values"] = values("0.156", 5000);
    verify(&sealed(further.clone()), &mut |_| false).expect("more values are right");
    further["values"][4700] = json!(9);
    assert!(verify(&sealed(further), &mut |_| false).is_err());
    refused(&|c| c["play"] = json!("misere"));
}
