"""A census, a heat map and a game with the Python module: a marimo notebook.

    pip install marimo matplotlib numpy ./apps/python
    marimo edit docs/library-notebook.py     # or: python docs/library-notebook.py, which only runs it

It needs no database.
"""

import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    import matplotlib.pyplot as plt
    from blackbox import Config, Molecule, census, decode

    return Config, Molecule, census, decode, mo, plt


@app.cell
def _(census, mo, plt):
    def ambiguity(width):
        configs = [f"A{atoms}_B{width}" for atoms in range(1, width * width)]
        found = [census(config) for config in configs]
        figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
        axes.bar(range(1, width * width), [100 * c["ambiguous_molecules"] / c["molecules"] for c in found])
        axes.set_xlabel(f"atoms in a box of {width} by {width}")
        axes.set_ylabel("ambiguous molecules, %")
        return figure

    mo.vstack([mo.md("# A census: how many molecules have twins?"), ambiguity(5)])
    return


@app.cell
def _(mo):
    board = mo.ui.text_area("A4_B8, west 1 = H, west 4 = R, north 3 = east 6", label="the rays so far")
    board
    return (board,)


@app.cell
def _(board, decode, mo, plt):
    def heat_map(answer):
        figure, axes = plt.subplots(figsize=(4, 4), layout="constrained")
        image = axes.imshow([[100 * chance for chance in row] for row in answer["cells"]], cmap="viridis")
        figure.colorbar(image, label="chance of an atom, %", shrink=0.8)
        axes.set_axis_off()
        return figure

    try:
        _answer = decode(board.value)
        _shown = mo.vstack([mo.md(f"{int(_answer['count']):,} molecules agree."), heat_map(_answer)])
    except ValueError as error:
        _shown = mo.md(str(error))
    mo.vstack([mo.md("# A heat map: where are the atoms?"), _shown])
    return


@app.cell
def _(Config, Molecule, mo):
    import random

    hidden = Molecule("A3_B6", random.randint(1, Config("A3_B6").molecules))
    fired = mo.ui.multiselect([str(at) for at in range(hidden.config.positions)], label="fire rays from positions")
    guess = mo.ui.multiselect([str(at) for at in range(36)], label="the atoms are in cells", max_selections=3)
    mo.vstack([mo.md("# A game: three atoms in a box of 6 by 6"), fired, guess])
    return fired, guess, hidden


@app.cell
def _(Molecule, fired, guess, hidden, mo):
    rays = [hidden.ray(int(position)) for position in fired.value]
    _points = sum(2 if ray.outcome == "out" else 1 for ray in rays)
    _lines = [f"- {ray.entry}: {ray.outcome}" + (f" at {ray.exit}" if ray.exit is not None else "") for ray in rays]
    _parts = [mo.md("\n".join(_lines + [f"\n{_points} points"]))]
    if len(guess.value) == 3:
        _found = Molecule.from_atoms(6, [int(cell) for cell in guess.value]).spectrum() == hidden.spectrum()
        _parts += [mo.md("Right." if _found else "Wrong."), hidden]
    mo.vstack(_parts)
    return


if __name__ == "__main__":
    app.run()
