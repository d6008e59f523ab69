//! `pen-and-paper verify` passes sound data, and finds random changes. A killed count continues.
//! With `FAULTS=long` it is killed at every system call.

testkit::faults_are_found!(
    "pen-and-paper",
    made by [
        "count --quiet",
        "solve --circular --size 6 --seed 1",
        "solve --circular --size 6 --seed 2",
    ],
    in tables ["PenAndPaperTours", "PenAndPaperCounts", "PenAndPaperUnits"],
    but for [
        ("PenAndPaperTours.method", "how it was found, not what"),
        ("PenAndPaperTours.seed", "how it was found, not what"),
        ("PenAndPaperTours.found_at", "another time"),
        ("PenAndPaperTours.a row less", "nobody knows how many there were"),
        ("PenAndPaperCounts.begun_at", "another time"),
        ("PenAndPaperCounts.finished_at", "another time"),
        ("PenAndPaperUnits.seconds", "how it was found, not what"),
    ],
    and "count --size 4 --quiet" makes the same [
        "select rows, columns, ways, units, finished_at is null from PenAndPaperCounts",
        "select unit, symmetry, weight, nb_ways from PenAndPaperUnits",
    ]
);
