"""Three questions to the database, with pictures: a marimo notebook.

    pip install marimo matplotlib ./apps/python
    marimo edit docs/notebook.py     # or: python docs/notebook.py, which only runs it

It reads data/blackbox.db, or what the variable BLACKBOX_DB names.
"""

import marimo

app = marimo.App()


@app.cell
def _():
    import os
    import sqlite3
    from contextlib import closing
    from pathlib import Path

    import marimo as mo
    import matplotlib.pyplot as plt
    from blackbox import Molecule

    file = Path(os.environ.get("BLACKBOX_DB", "data/blackbox.db")).resolve()

    def ask(sql, *parameters):
        """The rows of a query. The file is opened to be read only."""
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(sql, parameters).fetchall()

    configs = [
        config
        for (config,) in ask(
            "select config from Configurations where spectrums_updated_at is not null order by nb_mol"
        )
    ]
    mo.stop(not configs, mo.md("The database has no explored configuration: start `blackbox run` first."))
    return Molecule, ask, configs, mo, plt


@app.cell
def _(ask, configs, mo, plt):
    def ambiguity():
        rows = [
            (config, *ask(
                "select coalesce(sum(nb_mol), 0), "
                "(select nb_mol from Configurations where config = ?1) "
                "from Spectrums where config = ?1", config)[0])
            for config in configs
        ]
        figure, axes = plt.subplots(figsize=(6, 0.5 + 0.4 * len(rows)), layout="constrained")
        bars = axes.barh([row[0] for row in rows], [100 * row[1] / row[2] for row in rows])
        axes.bar_label(bars, [f" {row[1]:,} of {row[2]:,}" for row in rows])
        axes.margins(x=0.4)
        axes.set_xlabel("molecules that share their spectrum with others, %")
        return figure

    mo.vstack([mo.md("# How many molecules share their spectrum with others?"), ambiguity()])
    return


@app.cell
def _(ask, configs, mo, plt):
    def longest_rays():
        figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
        for config in configs:
            rows = ask(
                "select out_max_length, 1.0 * count(*) / sum(count(*)) over () from Molecules "
                "where config = ? and out_number > 0 group by 1 order by 1", config)
            axes.semilogy(*zip(*rows), ".-", label=config)
        axes.set_xlabel("cells that the longest ray enters")
        axes.set_ylabel("share of the molecules with rays that come out")
        axes.legend()
        return figure

    mo.vstack([mo.md("# How long are the longest rays that come out?"), longest_rays()])
    return


@app.cell
def _(Molecule, ask, configs, mo, plt):
    def distant_twins(config, most=4):
        rows = ask(
            "select differing_atoms, number, other_number, molecule, other_molecule from Twins "
            "where config = ? and transform = 'id' order by 1 desc, 2, 3 limit ?", config, most)
        if not rows:
            return mo.md(f"No two molecules of {config} have the same spectrum.")
        figure, all_axes = plt.subplots(
            1, len(rows), squeeze=False, figsize=(2.5 * len(rows), 2.9), layout="constrained")
        for axes, (atoms, number, other, one, two) in zip(all_axes[0], rows):
            width = round(len(one) ** 0.5)
            # The paths of the rays, which differ although the answers are the same.
            for text, style in [(one, "-"), (two, ":")]:
                for ray in Molecule(config, text).rays():
                    axes.plot([c % width for c in ray.cells], [c // width for c in ray.cells],
                              style, color="0.8", linewidth=1, zorder=0)
            for text, mark, size in [(one, "o", 9), (two, "x", 6)]:
                cells = [cell for cell, content in enumerate(text) if content == "O"]
                axes.plot([c % width for c in cells], [c // width for c in cells], mark, markersize=size)
            axes.set(xlim=(-0.5, width - 0.5), ylim=(width - 0.5, -0.5), aspect="equal",
                     title=f"{number} o, {other} x:\n{atoms} atoms differ")
            axes.set_xticks([at - 0.5 for at in range(width + 1)], [])
            axes.set_yticks([at - 0.5 for at in range(width + 1)], [])
            axes.grid(True)
        return figure

    mo.vstack([
        mo.md("# Which twins differ most?"),
        *[item for config in configs for item in (mo.md(f"## {config}"), distant_twins(config))],
    ])
    return


if __name__ == "__main__":
    app.run()
