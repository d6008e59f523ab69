//! `blackbox browse`: an interactive view of a database. It only reads, in short transactions, so that no writer
//! has to wait.

use std::fmt::Display;
use std::mem;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use app::terminal::Console;
use clap::Args;
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};
use db::Access;
use draw::words::{counted, thousands, wrapped};
use tables::DatabasePath;

use crate::board::{self, Board, Cell, Config, RayStatistics, RayTally, Spectrum};
use crate::commands::{Configuration, open};
use crate::error::Result;
use crate::ray::{Outcome, Path};
use crate::screen;
use crate::screen::canvas::{Area, Canvas, Point, Text, bold, bold_in, faint};
use crate::screen::face::{Face, label, nothing};
use crate::screen::layout::Layout;
use crate::screen::panel;
use crate::screen::panel::Keys;
use crate::screen::worker::Worker;
use crate::screen::{Flow, FullScreen, Typed};
use crate::store::{Order, Record, SHORT, SpectrumClass, Store, Twins};

use crate::output;
use crate::output::spot::{Place, Spot};

/// Browse molecules, the paths of their rays, and their twins
///
/// Press ? for the keys. You can browse while `explore` is running.
#[derive(Args, Debug)]
#[command(after_help = "{}\n{} A4_B6")]
pub(super) struct Browse {
    #[command(flatten)]
    config: Configuration,
    #[command(flatten)]
    database: DatabasePath,
}

impl Browse {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        if !screen::is_possible() {
            let hint = "`display` and `query` print the same data without a terminal";
            return Err(app::Error::other("browse needs a terminal", hint).into());
        }
        let store = open(&self.database, Access::Read, console)?;
        let config = self.config.config();
        store.explored(config)?;
        let path = self.database.path().to_owned();
        let mut browser = Browser::new(store, path, config)?;
        screen::run(&mut browser, console)
    }
}

const KEYS: Keys<'static> = &[
    ("↑↓", "molecule"),
    ("←→", "path of a ray"),
    ("t", "next twin"),
    ("a", "ambiguous groups"),
    ("Enter", "whole group"),
    ("Esc", "back"),
    ("/", "find"),
    ("&", "filter"),
    ("s", "sort"),
    ("?", "all keys"),
    ("q", "leave"),
];

const BEGINNING: &str = "↑↓ choose a molecule, ←→ show the path of a ray, ? explains all keys";

const HELP: [&str; 2] = [
    "How to browse\n\n↑ ↓ or k j, PageUp PageDown, Home End: move in the table.\n\
     ← → or Tab: move around the box, to see the path of each ray.\n\
     t: the next twin, which has the same spectrum; the cells that differ are highlighted.\n\
     a: the ambiguous spectra, the largest groups first. Enter: the molecules of the group. \
     Esc: back.\n\
     /: find a number, a molecule (O--O…) or a spectrum (@a&…).\n\
     &: filter by a condition on columns, such as turns = 6 and deep > 0.\n\
     s: sort by a column, such as long desc.\n\
     The columns: abs, ref and out (numbers of rays), turns (the most of any ray), long (the \
     greatest length), edge and deep (reflections), total (length of all rays); number, \
     canonical_number, molecule, spectrum, transform; and absorbed_, reflected_ or out_ with \
     number, max_length, max_turns, tot_length or tot_turns, such as out_max_length. \
     In spectra, @ is an absorbed ray (H beside the box), and & a reflected one (R).\n\nA click chooses a molecule or a ray. \
     Any key closes this help.\n\n",
    "↑ ↓ molecule, ← → ray, t twin, a groups, Enter the molecules of a group, Esc back, / find, \
     & filter, s sort. Any key closes this help.\n\n",
];

/// The greatest number of molecules in a table, unless it has all of them.
const MAX_LISTED: usize = 1_000_000;

/// The molecules or groups of the table, and the selected row.
struct List {
    title: String,
    rows: BrowsedRows,
    chosen: Choice,
    /// The selected row, counted from 0.
    row: usize,
}

/// The condition and the order of the molecules in a table.
#[derive(Clone, Default)]
struct Choice {
    condition: Option<String>,
    order: Option<Order>,
}

enum BrowsedRows {
    /// All molecules, by number.
    All,
    /// The numbers of the molecules that fulfil the condition, in their order.
    Some(Vec<u64>),
    /// Ambiguous spectra up to symmetry, the largest groups first.
    Groups(Vec<SpectrumClass>),
}

impl List {
    fn all(row: usize) -> List {
        List {
            title: "molecules".to_owned(),
            rows: BrowsedRows::All,
            chosen: Choice::default(),
            row,
        }
    }

    fn len(&self, config: Config) -> usize {
        match &self.rows {
            BrowsedRows::All => usize::try_from(config.molecules()).unwrap_or(usize::MAX),
            BrowsedRows::Some(numbers) => numbers.len().min(MAX_LISTED),
            BrowsedRows::Groups(groups) => groups.len(),
        }
    }

    /// The line above the table.
    fn heading(&self, config: Config) -> String {
        let count = self.len(config);
        let is_cut = matches!(&self.rows, BrowsedRows::Some(numbers) if numbers.len() > MAX_LISTED);
        let which = if is_cut { "the first " } else { "" };
        let [row, of] = [self.row + 1, count].map(|number| thousands(number as u64));
        let title = match count {
            1 => (self.title.replacen("molecules", "molecule", 1)).replacen(
                "ambiguous spectra",
                "ambiguous spectrum",
                1,
            ),
            _ => self.title.clone(),
        };
        format!("{config}: row {row} of {which}{of} {title}")
    }

    /// The number of the molecule in a row, or of the canonical molecule of a group.
    fn number(&self, row: usize) -> Option<u64> {
        match &self.rows {
            BrowsedRows::All => Some(row as u64 + 1),
            BrowsedRows::Some(numbers) => numbers.get(row).copied(),
            BrowsedRows::Groups(groups) => groups.get(row).map(|group| group.canonical_number),
        }
    }

    fn row_of(&self, number: u64) -> Option<usize> {
        match &self.rows {
            BrowsedRows::All => usize::try_from(number - 1).ok(),
            BrowsedRows::Some(numbers) => numbers
                .iter()
                .take(MAX_LISTED)
                .position(|&one| one == number),
            BrowsedRows::Groups(_) => None,
        }
    }
}

/// The values of a molecule in the columns [`SHORT`].
fn cells(rays: &RayStatistics) -> [u16; SHORT.len()] {
    let all = [rays.absorbed, rays.reflected, rays.out];
    let most = |of: fn(&RayTally) -> u16| all.iter().map(of).max().unwrap_or(0);
    let [absorbed, reflected, out] = all.map(|tally| tally.number);
    let turns = most(|tally| tally.max_turns);
    let length = most(|tally| tally.max_length);
    let total = all.iter().map(|tally| tally.tot_length).sum();
    let (edge, deep) = (rays.reflected_edge, rays.reflected_deep);
    [absorbed, reflected, out, turns, length, edge, deep, total]
}

/// A row of the table of molecules.
fn line<T: ToString>(number: impl Display, cells: [T; SHORT.len()], columns: usize) -> String {
    let cells = cells.iter().map(T::to_string).zip(SHORT);
    let cells = cells.map(|(cell, (name, _))| (cell, name.len()));
    fitting([(number.to_string(), 8)].into_iter().chain(cells), columns)
}

/// A row with as many cells, of these widths, as fit.
fn fitting(cells: impl IntoIterator<Item = (String, usize)>, columns: usize) -> String {
    let mut line = String::new();
    for (cell, width) in cells {
        let gap = if line.is_empty() { "" } else { "  " };
        let next = format!("{gap}{cell:>width$}");
        if line.len() + next.len() > columns {
            break;
        }
        line += &next;
    }
    line
}

struct Browser {
    store: Store,
    path: PathBuf,
    config: Config,
    worker: Worker<Result<List>>,
    /// The selection that the worker is computing.
    looking: Option<Choice>,
    list: List,
    /// The lists to which Esc leads back.
    before: Vec<List>,
    /// The molecule of the selected row, and its twins if they are known.
    chosen: Option<(Record, Option<Twins>)>,
    /// The shown twin of that molecule, counted from 1, or 0 for the molecule itself.
    twin: usize,
    ray: Option<board::Position>,
    /// The key that opened the prompt, and the text typed since.
    prompt: Option<(char, String)>,
    message: String,
    help: bool,
}

struct Areas {
    table: Area,
    board: Area,
    bottom: Area,
}

impl Areas {
    fn of(window: Area) -> Areas {
        let height = window.height.saturating_sub(1);
        let board = (window.width * 11 / 20).max(window.width.saturating_sub(60));
        let table = window.width - board;
        Areas {
            table: Area::new(0, 0, table.saturating_sub(1), height),
            board: Area::new(table, 0, board, height),
            bottom: Area::new(0, height, window.width, 1),
        }
    }

    /// The number of rows that fit into the table.
    fn rows(&self) -> usize {
        usize::from(self.table.height.saturating_sub(2)).max(1)
    }
}

impl FullScreen for Browser {
    fn poll(&mut self) -> bool {
        let mut more = false;
        while let Some(result) = self.worker.next() {
            more = true;
            match result {
                Some(Ok(list)) if list.len(self.config) == 0 => {
                    self.message = format!("{}: 0 {}", self.config, list.title);
                }
                Some(Ok(list)) => self.show(list),
                Some(Err(error)) => self.message = error.to_string(),
                None => {}
            }
            self.looking = None;
        }
        more
    }

    fn press(&mut self, key: KeyEvent, window: Area) -> Flow {
        if let Some((asks, mut text)) = self.prompt.take() {
            match Typed::by(key, &mut text) {
                Typed::More => self.prompt = Some((asks, text)),
                Typed::Dropped => {}
                Typed::Line(text) => self.answer(asks, text.trim()),
            }
            return Flow::Continue;
        }
        if mem::take(&mut self.help) {
            return Flow::Continue;
        }
        let page = Areas::of(window).rows() as isize;
        self.message.clear();
        match key.code {
            KeyCode::Char('q') => return Flow::Quit,
            KeyCode::Char('?') => self.help = true,
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::PageUp => self.step(-page),
            KeyCode::PageDown => self.step(page),
            KeyCode::Home => self.step(isize::MIN),
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Right | KeyCode::Tab => self.turn(1),
            KeyCode::Left | KeyCode::BackTab => self.turn(-1),
            KeyCode::Char('t') => self.next_twin(),
            KeyCode::Char('a') => self.groups(),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('u') => self.back(),
            KeyCode::Char(key @ ('/' | '&' | 's')) => self.prompt = Some((key, String::new())),
            _ => {}
        }
        Flow::Continue
    }

    fn point(&mut self, what: MouseEventKind, at: Point, window: Area) {
        match what {
            MouseEventKind::Down(MouseButton::Left) => self.click(at, &Areas::of(window)),
            MouseEventKind::ScrollDown => self.step(3),
            MouseEventKind::ScrollUp => self.step(-3),
            _ => {}
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        let area = canvas.area;
        const MIN_WINDOW: (u16, u16) = (30, 10);
        if area.width < MIN_WINDOW.0 || area.height < MIN_WINDOW.1 {
            return panel::too_small(area, area, MIN_WINDOW, canvas);
        }
        if self.help {
            return panel::page(&HELP, KEYS, area, canvas);
        }
        let areas = Areas::of(area);
        self.draw_table(&areas, canvas);
        self.draw_board(&areas, area, canvas);
        let (bottom, style) = match (&self.prompt, &*self.message) {
            (Some(('s', text)), _) => (format!("sort by {text}▏"), bold()),
            (Some(('&', text)), _) => (format!("& {text}▏"), bold()),
            (Some((_, text)), _) => (format!("/{text}▏"), bold()),
            (None, "") if self.looking.is_some() => ("looking …".to_owned(), bold()),
            (None, "") => (self.list.title.clone(), faint()),
            (None, message) => (message.to_owned(), bold()),
        };
        let room = usize::from(areas.bottom.width);
        let lines = wrapped(&bottom, room);
        // If the text does not fit, its end is shown.
        let lines: Vec<&str> = lines.lines().rev().take(areas.rows()).collect();
        for (line, y) in lines.iter().zip((0..=areas.bottom.y).rev()) {
            canvas.write(0, y, &format!("{line:room$}"), style);
        }
    }

    fn stop_message(&self) -> String {
        "stopped browsing".to_owned()
    }
}

impl Browser {
    fn new(store: Store, path: PathBuf, config: Config) -> Result<Browser> {
        let mut browser = Browser {
            store,
            path,
            config,
            worker: Worker::new()?,
            looking: None,
            list: List::all(0),
            before: Vec::new(),
            chosen: None,
            twin: 0,
            ray: None,
            prompt: None,
            message: BEGINNING.to_owned(),
            help: false,
        };
        browser.choose();
        Ok(browser)
    }

    /// Reads the molecule of the selected row.
    fn choose(&mut self) {
        self.twin = 0;
        self.chosen = None;
        match self.read_chosen() {
            Ok(None) => self.message = "this molecule is not stored yet".to_owned(),
            Ok(chosen) => self.chosen = chosen,
            Err(error) => self.message = error.to_string(),
        }
    }

    fn read_chosen(&self) -> Result<Option<(Record, Option<Twins>)>> {
        let number = self.list.number(self.list.row);
        let Some(record) = number.map_or(Ok(None), |number| self.read(number))? else {
            return Ok(None);
        };
        let twins = self.store.twins(&record)?;
        Ok(Some((record, twins)))
    }

    fn read(&self, number: u64) -> Result<Option<Record>> {
        match Board::from_number(number, self.config) {
            Some(molecule) => self.store.molecule(molecule),
            None => Ok(None),
        }
    }

    /// The molecule of the selected row.
    fn first(&self) -> Option<&Record> {
        self.chosen.as_ref().map(|(record, _)| record)
    }

    /// The twins of that molecule, if they are known.
    fn twins(&self) -> Option<&Twins> {
        self.chosen.as_ref()?.1.as_ref()
    }

    /// The molecule that is shown: the chosen one, or one of its twins.
    fn shown(&self) -> Option<Record> {
        if self.twin == 0 {
            return self.first().copied();
        }
        let number = *self.twins()?.numbers.get(self.twin - 1)?;
        self.read(number).ok().flatten()
    }

    fn draw_table(&self, areas: &Areas, canvas: &mut Canvas) {
        let Area { width, .. } = areas.table;
        let columns = usize::from(width);
        let count = self.list.len(self.config);
        let title = self.list.heading(self.config);
        let cut = |text: &str| match text.chars().count() > columns {
            true => format!("{text:.*}…", columns - 1),
            false => format!("{text:<columns$}"),
        };
        let group = |cells: [String; 3]| fitting(cells.into_iter().zip([9, 7, 9]), columns);
        canvas.write(0, 0, &cut(&title), bold());
        let heading = match self.list.rows {
            BrowsedRows::Groups(_) => {
                group(["molecules", "spectra", "canonical"].map(str::to_owned))
            }
            _ => line("number", SHORT.map(|(name, _)| name), columns),
        };
        canvas.write(0, 1, &cut(&heading), Style::new().underline());
        let rows = areas.rows();
        let first = self.list.row / rows * rows;
        for (y, row) in (2..).zip(first..count.min(first + rows)) {
            let text = match (&self.list.rows, self.list.number(row)) {
                (BrowsedRows::Groups(groups), _) => {
                    let one = &groups[row];
                    let numbers = [one.molecules, one.spectra, one.canonical_number];
                    group(numbers.map(|number| number.to_string()))
                }
                (_, Some(number)) => match self.read(number) {
                    Ok(Some(record)) => line(number, cells(&record.statistics), columns),
                    Ok(None) => format!("{number:>8}  not stored yet"),
                    Err(error) => error.to_string(),
                },
                (_, None) => String::new(),
            };
            let style = match row == self.list.row {
                true => Style::new().invert(),
                false => Style::new(),
            };
            canvas.write(0, y, &cut(&text), style);
        }
    }

    fn draw_board(&self, areas: &Areas, window: Area, canvas: &mut Canvas) {
        let layout = match Layout::of(areas.board, self.config.size()) {
            Ok(layout) => layout,
            Err((width, height)) => {
                let needed = ((width * 20).div_ceil(11), height + 1);
                return panel::too_small(areas.board, window, needed, canvas);
            }
        };
        let Some(record) = self.shown() else {
            let nothing = [("No molecule is chosen.".to_owned(), Style::new())];
            return panel::words(nothing, None, KEYS, &layout, canvas);
        };
        let path = self
            .ray
            .and_then(|position| record.molecule.path(position).ok());
        let lines = self.summary(&record, path.as_ref());
        self.face(&record, path, &layout)
            .draw(&layout, self.config.size(), canvas);
        panel::words(lines, None, KEYS, &layout, canvas);
    }

    fn face(&self, record: &Record, path: Option<Path>, layout: &Layout) -> Face {
        let first = self.first().unwrap_or(record).molecule;
        let label = |symbol: u8| match symbol {
            b'@' => label("H".to_owned(), Some(Outcome::Absorbed), layout),
            b'&' => label("R".to_owned(), Some(Outcome::Reflected), layout),
            other => (
                char::from(other).to_string(),
                bold_in(AnsiColor::BrightBlue),
            ),
        };
        let cell = |cell: Cell| match (record.molecule.has_atom(cell), first.has_atom(cell)) {
            (Ok(true), Ok(true)) => ("O".to_owned(), bold_in(AnsiColor::Yellow)),
            (Ok(true), _) => ("O".to_owned(), lit()),
            (_, Ok(true)) => ("-".to_owned(), lit()),
            _ => nothing(layout),
        };
        let exit = match path.as_ref().map(|path| path.ray.outcome) {
            Some(Outcome::Out(exit)) => Some(exit),
            _ => None,
        };
        let spectrum = record.spectrum.as_bytes().iter();
        Face {
            labels: spectrum.map(|&one| label(one)).collect(),
            cells: self.config.size().all_cells().map(cell).collect(),
            cursor: self.ray.map(Spot::entry),
            exit,
            path,
        }
    }

    fn summary(&self, record: &Record, path: Option<&Path>) -> Vec<Text> {
        let plain = Style::new();
        let mut lines = vec![(format!("Molecule {}", record.number), bold())];
        if let Some(path) = path {
            lines.push((output::game::path(path) + ".", plain));
        }
        let twins = match self.twins().map(|twins| twins.group_size) {
            None => "Its twins are not known yet.".to_owned(),
            Some(1) => "Unambiguous: it has no twin.".to_owned(),
            Some(all) => format!(
                "One of {} molecules that share this spectrum.",
                thousands(all)
            ),
        };
        lines.push((twins, plain));
        if self.twin > 0
            && let Some(first) = self.first()
        {
            let all = [first.molecule, record.molecule];
            let cells =
                |one: Board, other| one.without(other).map_or(0, |rest| rest.atoms().count());
            let differing = cells(all[0], all[1]) + cells(all[1], all[0]);
            let cells = counted(differing as u64, "cell differs", "cells differ");
            lines.push((format!("Twin of {}: {cells}.", first.number), lit()));
        }
        lines.push((format!("Spectrum {}", record.spectrum), plain));
        // The family is computed from the selected molecule, also while one of its twins is shown.
        if let Some(first) = self.first()
            && let Some(freedom) = output::family::of_twins(first.molecule, self.twins())
        {
            let sentences = output::family::sentences(&freedom, self.config);
            lines.extend(sentences.into_iter().map(|sentence| (sentence, plain)));
        }
        lines
    }

    fn step(&mut self, by: isize) {
        let last = self.list.len(self.config).saturating_sub(1);
        let to = self.list.row.saturating_add_signed(by).min(last);
        if to != self.list.row {
            self.go(to);
        }
    }

    fn go(&mut self, row: usize) {
        self.list.row = row;
        self.choose();
    }

    fn turn(&mut self, by: isize) {
        let positions = self.config.positions() as isize;
        let none = if by > 0 { -1 } else { 0 };
        let from = self.ray.map_or(none, |ray| ray.index() as isize);
        let to = (from + by).rem_euclid(positions) as usize;
        self.ray = self.config.size().position(to);
    }

    fn next_twin(&mut self) {
        match self.twins().map(|twins| &twins.numbers) {
            None => self.message = "the twins are not known yet".to_owned(),
            Some(numbers) if !numbers.is_empty() => {
                self.twin = (self.twin + 1) % (numbers.len() + 1);
            }
            Some(_) => self.message = "this molecule has no twin".to_owned(),
        }
    }

    fn click(&mut self, at: Point, areas: &Areas) {
        if mem::take(&mut self.help) {
            return;
        }
        if areas.table.contains(at) && at.y >= 2 {
            let rows = areas.rows();
            let row = self.list.row / rows * rows + usize::from(at.y - 2);
            if row < self.list.len(self.config) {
                self.go(row);
            }
        } else if areas.board.contains(at)
            && let Ok(layout) = Layout::of(areas.board, self.config.size())
            && let Some(spot) = layout.place(at)
            && let Place::Entry(position) = spot.place(self.config.size())
        {
            self.ray = Some(position);
        }
    }

    fn groups(&mut self) {
        let config = self.config;
        let title = "ambiguous spectra up to symmetry".to_owned();
        self.query(title, Choice::default(), move |store, _| {
            store.updated(config)?;
            let mut groups = store.spectrum_classes(config)?;
            groups.sort_by_key(|group| std::cmp::Reverse(group.molecules));
            Ok(BrowsedRows::Groups(groups))
        });
    }

    /// Shows the molecules of the chosen group, or of the group to which the molecule belongs.
    fn enter(&mut self) {
        if let Some(record) = self.shown() {
            self.with_spectrum(&record.spectrum);
        }
    }

    fn with_spectrum(&mut self, spectrum: &Spectrum) {
        self.select(Some(format!("spectrum = '{spectrum}'")), None);
    }

    fn back(&mut self) {
        self.worker.forget();
        // The first Esc cancels a search in progress.
        if self.looking.take().is_none()
            && let Some(list) = self.before.pop()
        {
            self.list = list;
            self.choose();
        }
    }

    /// Handles the text that was entered in the prompt of a key.
    fn answer(&mut self, asks: char, text: &str) {
        let now = self.looking.as_ref().unwrap_or(&self.list.chosen).clone();
        match (asks, Order::parse(text)) {
            ('/', _) => self.find(text),
            ('&', _) if text.is_empty() => self.show(List::all(0)),
            ('&', _) => self.select(Some(text.to_owned()), now.order),
            (_, order @ Some(_)) => self.select(now.condition, order),
            (_, None) => {
                self.message =
                    format!("{text:?} is not a column; examples: long, long desc, out_max_length");
            }
        }
    }

    /// Shows another list. Esc returns to the current one.
    fn show(&mut self, list: List) {
        self.worker.forget();
        self.looking = None;
        self.message.clear();
        let before = mem::replace(&mut self.list, list);
        self.before.push(before);
        self.choose();
    }

    /// Goes to a molecule, given its number or text, or lists those with a spectrum.
    fn find(&mut self, text: &str) {
        let molecule = Board::parse(text, self.config).ok();
        let molecule = molecule.and_then(Board::number);
        let number = text.replace(',', "").parse().ok().or(molecule);
        match (number, Spectrum::parse(text, self.config)) {
            (Some(number), _) if (1..=self.config.molecules()).contains(&number) => {
                match self.list.row_of(number) {
                    Some(row) => self.go(row),
                    None => self.show(List::all((number - 1) as usize)),
                }
            }
            (Some(number), _) => {
                let last = self.config.molecules();
                self.message = format!("there is no molecule {number}; the last one is {last}");
            }
            (None, Ok(spectrum)) => self.with_spectrum(&spectrum),
            (None, Err(_)) => {
                self.message = format!(
                    "{text:?} is not a number, a molecule or a spectrum of {}",
                    self.config
                );
            }
        }
    }

    /// Lists the molecules that fulfil a condition, in an order.
    fn select(&mut self, condition: Option<String>, order: Option<Order>) {
        let config = self.config;
        let with = condition.iter().map(|one| format!(" with {one}"));
        let by = order.map(|order| format!(" by {order}"));
        let title = ["molecules".to_owned()].into_iter().chain(with).chain(by);
        let (title, chosen) = (title.collect(), Choice { condition, order });
        self.query(title, chosen, move |store, chosen| {
            let condition = chosen.condition.as_deref().unwrap_or("true");
            let numbers = store.numbers_where(config, condition, chosen.order, MAX_LISTED + 1)?;
            Ok(BrowsedRows::Some(numbers))
        });
    }

    fn query(
        &mut self,
        title: String,
        chosen: Choice,
        ask: impl FnOnce(&Store, &Choice) -> Result<BrowsedRows> + Send + 'static,
    ) {
        self.looking = Some(chosen.clone());
        let path = self.path.clone();
        self.worker.begin(move |observed, report| {
            let store = Store::open(&path, Access::Read, observed.stop);
            let rows = store.and_then(|store| ask(&store, &chosen));
            report(rows.map(|rows| List {
                title,
                rows,
                chosen,
                row: 0,
            }));
            Ok(())
        });
    }
}

/// The style of cells that differ between twins.
fn lit() -> Style {
    bold_in(AnsiColor::BrightRed).invert()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_only_the_first_molecules_says_so() {
        let config = Config::STANDARD;
        let mut list = List::all(4);
        assert_eq!(list.heading(config), "A4_B8: row 5 of 635,376 molecules");
        list.rows = BrowsedRows::Some(vec![1]);
        list.row = 0;
        assert_eq!(list.heading(config), "A4_B8: row 1 of 1 molecule");
        list.row = 4;
        list.rows = BrowsedRows::Some(vec![1; MAX_LISTED]);
        assert_eq!(list.heading(config), "A4_B8: row 5 of 1,000,000 molecules");
        list.rows = BrowsedRows::Some(vec![1; MAX_LISTED + 1]);
        let heading = list.heading(config);
        assert_eq!(heading, "A4_B8: row 5 of the first 1,000,000 molecules");
    }
}
