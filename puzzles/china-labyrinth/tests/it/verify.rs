//! `china-labyrinth verify` passes sound data, and finds random changes. A killed search continues.
//! With `FAULTS=long` it is killed at every system call.

testkit::faults_are_found!(
    "china-labyrinth",
    made by ["search --seed 1 --limit 3 --quiet"],
    in tables ["LabyrinthSolutions"],
    but for [
        ("LabyrinthSolutions.steps", "how it was found, not what"),
        ("LabyrinthSolutions.restarts", "how it was found, not what"),
        ("LabyrinthSolutions.seed", "how it was found, not what"),
        ("LabyrinthSolutions.search", "how it was found, not what"),
        ("LabyrinthSolutions.a row less", "nobody knows that there was one after the last"),
    ],
    and "search --seed 1 --limit 2 --quiet" makes the same ["select * from LabyrinthSolutions"]
);
