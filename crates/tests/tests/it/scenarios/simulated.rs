//! Random worlds through the whole application, with crashes, as the core says. Any number of them
//! on any database: `simulator --seeds 500 --database … --crashes`.

use simulator::{Ground, try_all};

use crate::harness::Kind;
use crate::harness::database::Fleeting;

both! {
    fn random_worlds_with_crashes(kind: Kind) {
        let databases = [Fleeting::new(kind), Fleeting::new(kind)];
        let open = |fleeting: &Fleeting| Ground::open(&fleeting.url, true).unwrap();
        let grounds: Vec<Ground> = databases.iter().map(open).collect();
        let all = try_all(1..13, 1, &grounds, |ground, seed| ground.try_seed(seed));
        let all = all.unwrap_or_else(|failed| panic!("\n{}", failed.join("\n")));
        let crashed: u32 = all.into_iter().sum();
        assert!(crashed > 100, "only {crashed} crashes");
    }
}
