//! Do the indexes of a table say what the table says, and is all of it in order?
//!
//! SQLite's integrity check looks up every row in every index. Each of them has an order
//! of its own, so it goes back and forth in the file and reads most pages again and again
//! unless it can keep them all. Here table and indexes are gone through once each from
//! beginning to end. What they say is the same if sums of hashes are the same, whose key
//! nobody knows before; and with each of them in ascending order, everything in it is
//! where it is looked up.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hasher, RandomState};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Statement};

use crate::Result;

/// An index, or the table itself, which is its primary key's.
struct Index {
    name: String,
    primary: bool,
    /// What stands in it, those first that decide its order. Of the table only these.
    columns: Vec<String>,
    /// How many of these no two entries share.
    unique: usize,
}

/// What is wrong with the indexes of all tables without a rowid, and what cannot be told
/// in this way; the other tables are looked at by SQLite.
///
/// # Errors
///
/// Where the database cannot be read.
pub(super) fn faults(connection: &Connection) -> Result<Vec<String>> {
    let mut tables = connection.prepare(
        "select name, wr from pragma_table_list
          where schema = 'main' and type = 'table' and name <> 'sqlite_schema' order by name",
    )?;
    let tables: Vec<(String, bool)> = tables
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let mut faults = Vec::new();
    for (table, without_rowid) in tables {
        let indexes = match without_rowid {
            true => plain_indexes(connection, &table)?,
            false => None,
        };
        match indexes {
            Some(indexes) => faults.extend(compare(connection, &table, &indexes)?),
            None => {
                let sql = format!("pragma integrity_check({})", quoted(&table));
                faults.extend(super::said_by(connection, &sql)?);
            }
        }
    }
    Ok(faults)
}

/// A name in SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The indexes of a table, its primary key first; `None` if any of them has something in
/// it that is no column, is partial, or has another order than that of bytes.
fn plain_indexes(connection: &Connection, table: &str) -> Result<Option<Vec<Index>>> {
    let mut list = connection.prepare(
        "select name, origin = 'pk', \"unique\", partial from pragma_index_list(?1)
          order by origin <> 'pk', name",
    )?;
    let mut columns = connection.prepare(
        "select name, cid >= 0 and coll = 'BINARY' and \"desc\" = 0, key
           from pragma_index_xinfo(?1) order by seqno",
    )?;
    let mut indexes = Vec::new();
    let mut found = list.query([table])?;
    while let Some(row) = found.next()? {
        let (name, primary): (String, bool) = (row.get(0)?, row.get(1)?);
        let (unique, partial): (bool, bool) = (row.get(2)?, row.get(3)?);
        let (mut names, mut keys, mut plain) = (Vec::new(), 0, !partial);
        let mut all = columns.query([&name])?;
        while let Some(column) = all.next()? {
            plain &= column.get::<_, bool>(1)?;
            let key: bool = column.get(2)?;
            keys += usize::from(key);
            if key || !primary {
                names.push(column.get::<_, Option<String>>(0)?.unwrap_or_default());
            }
        }
        if !plain || primary != indexes.is_empty() {
            return Ok(None);
        }
        indexes.push(Index {
            unique: if unique { keys } else { names.len() },
            name,
            primary,
            columns: names,
        });
    }
    Ok((!indexes.is_empty()).then_some(indexes))
}

/// Compares a table with its indexes.
fn compare(connection: &Connection, table: &str, indexes: &[Index]) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let [primary, others @ ..] = indexes else {
        return Ok(faults);
    };
    // The columns of the primary key, and then those that each index has.
    let mut columns = primary.columns.clone();
    let mut places = Vec::new();
    for index in others {
        let mut of_index = Vec::new();
        for name in &index.columns {
            of_index.push(match columns.iter().position(|column| column == name) {
                Some(place) => place,
                None => {
                    columns.push(name.clone());
                    columns.len() - 1
                }
            });
        }
        places.push(of_index);
    }
    let key = RandomState::new();
    let mut sums = vec![Sum::default(); others.len()];
    let mut scan = scan(connection, table, primary, &columns)?;
    faults.extend(in_order(&mut scan, table, primary, |row| {
        for (sum, places) in sums.iter_mut().zip(&places) {
            sum.add(&key, row, places)?;
        }
        Ok(())
    })?);
    for (index, said) in others.iter().zip(&sums) {
        let places: Vec<usize> = (0..index.columns.len()).collect();
        let mut sum = Sum::default();
        let mut scan = self::scan(connection, table, index, &index.columns)?;
        faults.extend(in_order(&mut scan, table, index, |row| {
            sum.add(&key, row, &places)
        })?);
        if sum != *said {
            faults.push(format!(
                "index {} says something else than {table}",
                index.name
            ));
        }
    }
    Ok(faults)
}

/// Goes through an index from beginning to end.
fn scan<'c>(
    connection: &'c Connection,
    table: &str,
    index: &Index,
    columns: &[String],
) -> Result<Statement<'c>> {
    let columns: Vec<String> = columns.iter().map(|name| quoted(name)).collect();
    let sql = format!(
        "select {} from {} indexed by {}",
        columns.join(", "),
        quoted(table),
        quoted(&index.name)
    );
    Ok(connection.prepare(&sql)?)
}

/// Shows all rows, and says where they are not in the order of the index.
fn in_order(
    scan: &mut Statement<'_>,
    table: &str,
    index: &Index,
    mut each: impl FnMut(&Row<'_>) -> Result<()>,
) -> Result<Option<String>> {
    let name = if index.primary { table } else { &index.name };
    let mut fault = None;
    let mut before: Vec<Key> = vec![Key::None; index.columns.len()];
    let mut rows = scan.query([])?;
    while let Some(row) = rows.next()? {
        // The first column that differs decides, and has to be among those that no two
        // entries share.
        let mut order = Ordering::Equal;
        for (place, before) in before.iter_mut().enumerate() {
            let value = row.get_ref(place)?;
            if order == Ordering::Equal {
                order = before.cmp(value);
                if order == Ordering::Less && place >= index.unique {
                    order = Ordering::Greater;
                }
            }
            if order != Ordering::Equal {
                before.set(value);
            }
        }
        if order != Ordering::Less && fault.is_none() {
            fault = Some(format!("{name} is not in its order"));
        }
        each(row)?;
    }
    Ok(fault)
}

/// A value that the next one is compared with.
#[derive(Clone)]
enum Key {
    /// There is none before the first, and those of other kinds are in no key.
    None,
    Integer(i64),
    Text(Vec<u8>),
}

impl Key {
    fn cmp(&self, next: ValueRef<'_>) -> Ordering {
        match (self, next) {
            (Key::None, ValueRef::Integer(_) | ValueRef::Text(_)) => Ordering::Less,
            (Key::Integer(_), ValueRef::Text(_)) => Ordering::Less,
            (Key::Integer(before), ValueRef::Integer(next)) => before.cmp(&next),
            (Key::Text(before), ValueRef::Text(next)) => before[..].cmp(next),
            _ => Ordering::Greater,
        }
    }

    fn set(&mut self, value: ValueRef<'_>) {
        match (&mut *self, value) {
            (Key::Text(text), ValueRef::Text(next)) => {
                text.clear();
                text.extend(next);
            }
            (key, ValueRef::Text(next)) => *key = Key::Text(next.to_vec()),
            (key, ValueRef::Integer(number)) => *key = Key::Integer(number),
            (key, _) => *key = Key::None,
        }
    }
}

/// How many entries there are, and the sum of their hashes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Sum {
    entries: u64,
    hashes: u64,
}

impl Sum {
    fn add(&mut self, key: &RandomState, row: &Row<'_>, places: &[usize]) -> Result<()> {
        let mut hasher = key.build_hasher();
        for &place in places {
            match row.get_ref(place)? {
                ValueRef::Integer(number) => hasher.write_i64(number),
                ValueRef::Text(text) => {
                    hasher.write(text);
                    hasher.write_u8(0xff);
                }
                // Those are in no key that is in order.
                _ => hasher.write_u8(0xfe),
            }
        }
        self.entries += 1;
        self.hashes = self.hashes.wrapping_add(hasher.finish());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a file whose tables were made, filled and then damaged so.
    fn found(damage: &str) -> (Vec<String>, String) {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "create table Rows (a text not null, b integer not null, c text not null,
                                    d integer not null, primary key (a, b)) strict, without rowid;
                 create unique index Rows_d on Rows (a, d);
                 create index Rows_c on Rows (a, c);
                 create table Plain (a text, b integer);
                 create index Plain_b on Plain (b);
                 with recursive n (n) as (select 1 union all select n + 1 from n where n < 2000)
                 insert into Rows select 'x', n, 'text ' || (n * 7919 % 83), n * 7919 % 2003 from n;
                 insert into Plain select c, d from Rows;",
            )
            .unwrap();
        connection.execute_batch(damage).unwrap();
        let integrity = "pragma integrity_check";
        let said = connection.query_row(integrity, [], |row| row.get(0));
        (faults(&connection).unwrap(), said.unwrap())
    }

    /// Makes SQLite take an index, or a table, for another one.
    fn taken_for(name: &str, from: &str, to: &str, meanwhile: &str) -> String {
        let rewrite = |from: &str, to: &str| {
            format!(
                "pragma writable_schema = on;
                 update sqlite_schema set sql = replace(sql, '{from}', '{to}') where name = '{name}';
                 pragma writable_schema = reset;"
            )
        };
        rewrite(from, to) + meanwhile + &rewrite(to, from)
    }

    #[test]
    fn what_is_sound_has_no_faults() {
        let (faults, said) = found("");
        assert_eq!(faults, [""; 0]);
        assert_eq!(said, "ok");
        let added =
            "create index Mine on Rows (d + 1); create index Theirs on Rows (c) where d > 7;
             create table \"it's \"\"odd\"\"\" (a primary key, b unique) without rowid;";
        assert_eq!(found(added).0, [""; 0]);
    }

    #[test]
    fn what_the_integrity_check_finds_is_found() {
        let differs = |index: &str| format!("index {index} says something else than Rows");
        let partial = "(a, c) where 0";
        let cases = [
            // An index that misses changes of the table.
            (
                "Rows_c",
                "(a, c)",
                partial,
                "delete from Rows where b = 5;",
                differs("Rows_c"),
            ),
            (
                "Rows_c",
                "(a, c)",
                partial,
                "update Rows set c = 'y' where b = 5;",
                differs("Rows_c"),
            ),
            (
                "Rows_d",
                "(a, d)",
                "(a, d) where 0",
                "update Rows set d = 9 where b = 5;",
                differs("Rows_d"),
            ),
            (
                "Plain_b",
                "(b)",
                "(b) where 0",
                "delete from Plain where b = 7;",
                "wrong # of entries in index Plain_b".to_owned(),
            ),
            // One that has been filled in another order, and one that is not unique.
            (
                "Rows_d",
                "(a, d)",
                "(a, d desc)",
                "reindex Rows_d;",
                "Rows_d is not in its order".to_owned(),
            ),
            (
                "Rows_d",
                "UNIQUE",
                "/*  */",
                "update Rows set d = 7 where b in (5, 6);",
                "Rows_d is not in its order".to_owned(),
            ),
            // A table in another order.
            (
                "Rows",
                "(a, b)",
                "(a, b desc)",
                "insert into Rows select a, b + 5000, c, d + 5000 from Rows;",
                "Rows is not in its order".to_owned(),
            ),
        ];
        for (name, from, to, meanwhile, fault) in cases {
            let damage = taken_for(name, from, to, meanwhile);
            let (faults, said) = found(&damage);
            assert_ne!(said, "ok", "{damage}");
            assert!(faults.contains(&fault), "{damage}: {faults:?}");
        }
    }
}
