//! Tests the program of a package with tables against random changes of rows, and against failing
//! system calls.

/// Tests that `verify` finds every change of the rows that some commands make, except in the
/// columns that the README names. It must say the same in all formats. Where a command makes
/// rows step by step, also tests that it continues to the same rows after it was killed or failed at
/// any system call.
#[macro_export]
macro_rules! faults_are_found {
    (
        $program:literal, made by $made:expr, in tables $tables:expr, but for $untold:expr
        $(, and $command:literal makes the same $rows:expr)?
    ) => {
        #[test]
        fn every_change_is_found() {
            let sandbox = $crate::Sandbox::of(env!(concat!("CARGO_BIN_EXE_", $program)));
            $made.iter().for_each(|line| drop(sandbox.says(line)));
            $crate::Mutations {
                sandbox: &sandbox,
                verify: &["verify", "--quiet"],
                tables: &$tables,
                untold: &$untold,
                document: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")),
            }
            .check();
        }

        #[test]
        fn a_wrong_format_and_no_database_are_refused() {
            let sandbox = $crate::Sandbox::of(env!(concat!("CARGO_BIN_EXE_", $program)));
            sandbox.refuses_all(1, &[("verify --format csv", "there is no database")]);
            let formats = "[possible values: text, json, csv]";
            sandbox.refuses_all(2, &[("verify --format svg", formats)]);
        }

        $(
            #[cfg(target_os = "linux")]
            #[test]
            fn a_killed_command_goes_on_to_the_same_rows() {
                $crate::SystemCalls {
                    program: env!(concat!("CARGO_BIN_EXE_", $program)),
                    before: &[],
                    args: &$crate::words($command),
                    verify: &["verify", "--quiet"],
                    rows: &$rows,
                }
                .check();
            }
        )?
    };
}
