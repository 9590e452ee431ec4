//! Ball games on the stage: players that the world casts, one ball for all, plans, and what can be done with a ball.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use sidestep_control::Explanation;
use sidestep_viewer::stage::{
    Stage,
    event::{BallAction, Event},
    film::film,
    play::Play,
};
use support::{no_clock, setting, walkers};

#[test]
fn worlds_cast_the_players_they_need() {
    for (world, given, count) in
        [("court", 1, 4), ("court", 5, 5), ("tennis", 1, 2), ("tactics", 1, 4)]
    {
        let stage = Stage::new(&setting(world, &vec!["w_matching"; given]), &walkers()).unwrap();
        assert_eq!((stage.actors().len(), stage.given()), (count, given), "{world}");
    }
}

#[test]
fn a_minute_on_the_court_goes_on_by_itself_and_can_be_sought() {
    let mut play = Play::new(&setting("court", &["w_matching"]), &walkers()).unwrap();
    // The player under control holds the ball until he is told to pass it.
    for tick in 0..3600 {
        if tick == 120 {
            play.happen(&Event::Act { action: BallAction::Pass }).unwrap();
        }
        play.advance(&no_clock);
        let ball = play.stage().things()[0].at;
        assert!(ball.is_finite() && ball.y > 0.0 && ball.length() < 40.0, "{tick}: {ball}");
    }
    let balls = |play: &Play| (play.stage().tick(), play.stage().things()[0].at);
    let end = balls(&play);
    play.seek(1800, &no_clock);
    let middle = balls(&play);
    assert_ne!(middle.1, end.1);
    play.seek(3600, &no_clock);
    assert_eq!(balls(&play), end);
}

#[test]
fn looking_inside_says_who_has_the_ball_and_what_comes_next() {
    let mut stage = Stage::new(&setting("court", &["w_matching"]), &walkers()).unwrap();
    stage.advance(&no_clock);
    let doing = |stage: &Stage, index: usize| {
        let mut explanation = Explanation::default();
        stage.explain(index, &mut explanation);
        explanation.doing
    };
    assert!(doing(&stage, 0).starts_with("has the ball; next: dribble"), "{}", doing(&stage, 0));
    assert!(doing(&stage, 1).starts_with("1 has the ball; next: walk"));
    assert!(stage.apply(&Event::Act { action: BallAction::Shoot }).unwrap());
    assert!(doing(&stage, 0).contains("next: shoot"));
    assert!(!stage.apply(&Event::Act { action: BallAction::Catch }).unwrap(), "he has it");
}

#[test]
fn there_is_no_ball_on_the_open_floor() {
    let mut stage = Stage::new(&setting("floor", &["w_matching"]), &walkers()).unwrap();
    let told = stage.apply(&Event::Act { action: BallAction::Pass }).unwrap_err();
    assert_eq!(told.to_string(), "there is no ball to play with in this world");
}

#[test]
fn a_plan_that_is_wrong_is_told() {
    let mut wrong = setting("tactics", &["w_matching"]);
    wrong.scene = Some("secs = 4\n[[players]]\nname = \"A\"\npath = [[9, 0, 0]]\n".to_owned());
    let told = Stage::new(&wrong, &walkers()).err().unwrap().to_string();
    assert!(told.contains("line 4: 9 s is no time of this plan"), "{told}");
}

#[test]
fn what_is_filmed_has_the_ball_of_the_game() {
    let mut play = Play::new(&setting("tactics", &["w_matching"]), &walkers()).unwrap();
    for _ in 0..120 {
        play.advance(&no_clock);
    }
    let recording = play.recording().unwrap();
    let clip = film(&recording, 1, &walkers()).unwrap();
    assert_eq!(clip.objects.len(), 1);
    assert_eq!(clip.objects[0].frames.len(), clip.len());
}
