"""A plugin of Datasette that describes a database of Black Box, whatever the name of its file is:

    datasette a4.db --plugins-dir docs/datasette

The comments of the schema become descriptions, and the saved queries become queries.
"""

import re

from datasette import hookimpl

# By database, as Datasette asks for it before version 1.0.
METADATA = {}


def words(sql, columns):
    """The descriptions of columns in a schema: the comments of lines whose last or first word is a column."""
    for code, comment in re.findall(r"^(.*\w.*?)-- (.*)", sql, re.MULTILINE):
        parts = re.findall(r"\w+", code)
        for column in [part for part in (parts[-1], parts[0]) if part in columns][:1]:
            yield column, comment


async def tables(database):
    """The descriptions of tables and views. A column of a view is that of Molecules if no comment describes it."""
    schema = "select name, sql from sqlite_master where type in ('table', 'view') order by name <> 'Molecules'"
    described, known = {}, {}
    for name, sql in await database.execute(schema):
        columns = (await database.execute(f"select * from [{name}] limit 0")).columns
        own = {**{column: known[column] for column in columns if column in known}, **dict(words(sql, columns))}
        known = known or own
        first = re.match(r".*\n *-- (.*)", sql)
        described[name] = {"columns": own, "description": first[1] if first else "", "hidden": not own}
    return described


async def queries(database):
    """The saved queries. The comment at the top explains each, with a line for each parameter."""
    saved = {}
    for name, sql in await database.execute("select name, sql from SavedQueries"):
        top = re.match(r"(--.*\n)*", sql)[0]
        saved[name] = {
            "sql": sql,
            "title": name.replace("-", " ").capitalize(),
            "description": " ".join(re.sub("^--", "", top, flags=re.MULTILINE).split()),
            "params": re.findall(r"^-- :(\w+)", top, re.MULTILINE),
        }
    return saved


@hookimpl
def startup(datasette):
    async def describe():
        for name, database in datasette.databases.items():
            names = await database.table_names()
            if "Configurations" in names:
                saved = await queries(database) if "SavedQueries" in names else {}
                METADATA[name] = {"tables": await tables(database), "queries": saved}
                if hasattr(datasette, "set_column_metadata"):
                    await store(datasette, name, **METADATA[name])

    return describe


async def store(datasette, database, tables, queries):
    """Stores the descriptions and queries, as Datasette wants it from version 1.0 on."""
    for name, table in tables.items():
        await datasette.set_resource_metadata(database, name, "description", table["description"])
        for column, meaning in table["columns"].items():
            await datasette.set_column_metadata(database, name, column, "description", meaning)
    for name, query in queries.items():
        await datasette.add_query(database, name, parameters=query.pop("params"), is_trusted=True, **query)


@hookimpl(optionalhook=True)
def get_metadata():
    return {"databases": METADATA}
