//! `pen-and-paper verify` passes sound data, and finds random changes.

testkit::faults_are_found!(
    "pen-and-paper",
    made by [
        "solve --circular --size 6 --seed 1",
        "solve --circular --size 6 --seed 2 --fresh",
    ],
    in tables ["PenAndPaperTours"],
    but for [
        ("PenAndPaperTours.method", "how it was found, not what"),
        ("PenAndPaperTours.seed", "how it was found, not what"),
        ("PenAndPaperTours.found_at", "another time"),
        ("PenAndPaperTours.a row less", "nobody knows how many there were"),
    ]
);
