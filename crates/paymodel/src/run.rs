//! Runs the schedule of a seed, and makes a failing one as short as possible.

use crate::{
    rng::Rng,
    step::Step,
    world::{SeededBug, Violation, World},
};

/// A schedule that breaks an invariant.
#[derive(Debug, Clone)]
pub struct Failure {
    pub violation: Violation,
    pub steps: Vec<Step>,
}

/// The steps of a seed: 20 to 119.
pub fn steps_of(seed: u64) -> Vec<Step> {
    let mut rng = Rng::new(seed);
    let count = 20 + rng.below(100);
    (0..count).map(|_| Step::random(&mut rng)).collect()
}

/// Runs the schedule of a seed. Its steps end with the one that breaks an invariant, unless the end breaks it.
pub fn run_seed(seed: u64, bug: Option<SeededBug>) -> Result<(), Failure> {
    let mut steps = steps_of(seed);
    replay(&steps, bug).map_err(|(count, violation)| {
        steps.truncate(count);
        Failure { violation, steps }
    })
}

/// Applies the steps to a new world and checks after each, and then the end. An error says how many were applied.
fn replay(steps: &[Step], bug: Option<SeededBug>) -> Result<(), (usize, Violation)> {
    let mut world = World::new(bug);
    for (index, step) in steps.iter().enumerate() {
        world.apply(*step);
        world.check().map_err(|violation| (index + 1, violation))?;
    }
    world.recover().map_err(|violation| (steps.len(), violation))
}

/// Leaves out runs of steps, half of them first and single ones last, as long as the same invariant breaks.
pub fn shrink(failure: Failure, bug: Option<SeededBug>) -> Failure {
    let mut best = failure;
    let mut size = best.steps.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start < best.steps.len() {
            let end = (start + size).min(best.steps.len());
            let mut steps = best.steps.clone();
            steps.drain(start..end);
            match replay(&steps, bug) {
                Err((count, violation)) if violation.invariant == best.violation.invariant => {
                    steps.truncate(count);
                    best = Failure { violation, steps };
                }
                _ => start = end,
            }
        }
        size /= 2;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_thousand_schedules_break_nothing() {
        for seed in 1..=2_000 {
            if let Err(failure) = run_seed(seed, None) {
                panic!("seed {seed}: {:#?}", shrink(failure, None));
            }
        }
    }

    #[test]
    fn every_seeded_bug_is_found_and_its_schedule_becomes_short() {
        for bug in SeededBug::ALL {
            let found = (1..=10_000).find_map(|seed| run_seed(seed, Some(bug)).err());
            let failure = found.unwrap_or_else(|| panic!("{bug:?} was not found"));
            let long = failure.steps.len();
            let short = shrink(failure, Some(bug));
            assert!(short.steps.len() <= long.min(40), "{bug:?}: {short:#?}");
            let again = replay(&short.steps, Some(bug)).expect_err("the short schedule fails too");
            assert_eq!(again, (short.steps.len(), short.violation), "{bug:?}");
        }
    }

    #[test]
    fn a_seed_has_the_same_steps_every_time() {
        assert_eq!(steps_of(7), steps_of(7));
        assert_ne!(steps_of(7), steps_of(8));
    }
}
