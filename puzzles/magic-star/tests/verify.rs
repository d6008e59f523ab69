//! `magic-star verify` passes sound data, and finds random changes. A killed exploration continues.
//! With `FAULTS=long` it is killed at every system call.

use testkit::Sandbox;

testkit::faults_are_found!(
    "magic-star",
    made by ["explore 5a --quiet", "explore 6a --quiet"],
    in tables ["MagicStars", "MagicStarBasics"],
    but for [
        ("MagicStars.a row less", "a star without solutions leaves nothing behind"),
        ("MagicStars.begun_at", "another possible time"),
        ("MagicStars.explored_at", "another possible time"),
        ("MagicStars.seconds", "how it was found, not what"),
    ],
    and "explore 5a --quiet" makes the same [
        "select star, parts, frontier, nb_basic, nb_solutions, first_iteration,
                explored_at is null from MagicStars",
        "select * from MagicStarBasics",
    ]
);

#[test]
fn a_class_that_is_gone_is_missed() {
    let sandbox = Sandbox::of(env!("CARGO_BIN_EXE_magic-star"));
    sandbox.says("explore 6a --quiet");
    let sound = sandbox.says("verify 6a --quiet");
    assert!(sound.contains("80 basic solutions in 20 classes, as a new search finds them"));
    let open = sandbox.run(&["verify", "7a", "--quiet"]);
    open.check_error(1);
    let said = "open      star         7a is not explored";
    assert!(open.stdout.contains(said), "{open:?}");
    for (change, said) in [
        (
            "delete from MagicStarBasics where found > 40;
             update MagicStars set nb_basic = 40, nb_solutions = 480",
            "40 rows are missing",
        ),
        ("update MagicStars set nb_basic = -5", "|-5|"),
    ] {
        sandbox.sql().execute_batch(change).unwrap();
        let ended = sandbox.run(&["verify", "--quiet"]);
        ended.check_error(1);
        assert!(
            ended.stdout.contains("FAILED") && ended.stdout.contains(said),
            "{ended:?}"
        );
    }
}
