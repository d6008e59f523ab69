//! `census --buckets`: a census of some of the buckets, as a file, see
//! [`crate::store::Portion`].

use std::path::{Path, PathBuf};
use std::time::Instant;

use kit::output::Output;
use view::words::counted;
use watch::Watcher;

use super::census::{ended, pass};
use super::census_shard::Part;
use crate::census::{Census, Resources, SPREAD};
use crate::error::{Error, Result};
use crate::game::Config;
use crate::store::Portion;

/// Fails if there is no such part of the buckets, because there are more parts than buckets.
pub(crate) fn check(config: Config, Part { part, parts }: Part) -> Result<()> {
    let buckets = Census::of_part(config, part, parts).buckets();
    if parts > buckets as u64 {
        let buckets = counted(buckets as u64, "bucket", "buckets");
        let parts = counted(parts, "part", "parts");
        let what = format!("{config} has {buckets} and cannot be cut into {parts}");
        return Err(kit::Error::Usage(what).into());
    }
    Ok(())
}

/// Writes what a census finds in a part of the buckets into a folder, unless the file is
/// there already. Returns its path.
pub(crate) fn export_portion(
    config: Config,
    part: Part,
    resources: Resources,
    folder: &Path,
    database: &Path,
    watcher: &dyn Watcher,
) -> Result<PathBuf> {
    let mut census = Census::of_part(config, part.part, part.parts);
    let (from, to) = (census.frontier(), census.end());
    let path = folder.join(portion_name(config, part));
    if path.exists() {
        check_portion(&path, config, &census)?;
        watcher.say(&format!("{} is there already", path.display()));
        return Ok(path);
    }
    let output = Output::replacing(&path, database, watcher.stop(), false)?;
    let begun = Instant::now();
    let plan = census.plan(resources);
    let name = format!("buckets {} of {} of {config}", part.part, part.parts);
    watcher.begin(&name, 0, census.work());
    let mut work = 0;
    let mut taken = Ok(());
    while taken.is_ok() && !census.is_finished() {
        let (done, all) = (census.frontier() - from, to - from);
        taken = pass(&mut census, &plan, &mut work, watcher).map_err(|end| {
            let stopped = format!(
                "stopped with {} % of these spectra of {config} counted; the same command starts again",
                100 * done / all
            );
            ended(end, config, &plan, stopped)
        });
    }
    watcher.end();
    taken?;
    let portion = Portion::new(config, from, &census, plan.resources(), begun.elapsed());
    output.write(watcher.stop(), |out| -> Result<()> {
        serde_json::to_writer_pretty(&mut *out, &portion).map_err(std::io::Error::from)?;
        Ok(writeln!(out)?)
    })?;
    Ok(path)
}

/// The name of the file of a part.
pub(super) fn portion_name(config: Config, Part { part, parts }: Part) -> String {
    format!("{config}-buckets-{part}-of-{parts}.json")
}

/// Does a file have what a census that has not begun is to find? [`Error::WrongFile`] if not.
pub(super) fn check_portion(path: &Path, config: Config, census: &Census) -> Result<()> {
    let portion = Portion::read(path)?;
    let buckets = [census.frontier(), census.end()].map(|bucket| bucket as u64);
    match (&portion.config, portion.hash_version) == (&config.to_string(), SPREAD)
        && [portion.from, portion.to] == buckets
    {
        true => Ok(()),
        false => Err(Error::wrong_file(path, "it belongs to another part").into()),
    }
}
