/*
 * Plays Black Box of Simon Tatham's collection by its own midend, as a person does with a
 * mouse, and saves the game as the program does; see ../README.md.
 *
 *   play < SCRIPT > SAVED 2> BOARD
 *
 * The first line of a script is a game ID, and every other line is a step: `left X Y` and
 * `right X Y` click a square (0 0 is the button in the corner), and `undo`, `redo`, `restart`
 * and `solve` are commands of the menu. BOARD gets the state of the game at the end: whether it
 * is over, the cells row by row (O a ball, x locked as empty), and for every position, in this
 * project's order, the answer: `@`, `&`, the position where the ray came out, or `.` if it is
 * unknown.
 */
#include "midend.c"
#define encode_params blackbox_params /* Both files define this name. */
#include "blackbox.c"

static void put(void *ctx, const void *buf, int len) { fwrite(buf, 1, len, stdout); }

static void key(midend *me, int x, int y, int button)
{
    bool handled;
    midend_process_key(me, me->tilesize * (x + 1), me->tilesize * (y + 1), button, &handled);
}

static void click(midend *me, int x, int y, int button)
{
    key(me, x, y, button);
    key(me, x, y, button + LEFT_RELEASE - LEFT_BUTTON);
}

static void board(const game_state *s)
{
    int x, y, i, last = s->nlasers - 1;
    fprintf(stderr, "%s\t", s->reveal ? "over" : "on");
    for (y = 1; y <= s->h; y++)
        for (x = 1; x <= s->w; x++) {
            int cell = GRID(s, x, y);
            fputc(cell & BALL_GUESS ? 'O' : cell & BALL_LOCK ? 'x' : '-', stderr);
        }
    for (i = 0; i <= last; i++) {
        int exit = s->exits[last - i];
        fputc(i ? ',' : '\t', stderr);
        if (exit == (int)LASER_EMPTY)
            fputc('.', stderr);
        else if (exit & LASER_HIT)
            fputc('@', stderr);
        else if (exit & LASER_REFLECT)
            fputc('&', stderr);
        else
            fprintf(stderr, "%d", last - (exit & ~LASER_FLAGMASK));
    }
    fputc('\n', stderr);
}

int main(void)
{
    static const drawing_api none = { 0 };
    char line[1000], word[20];
    int x, y, w = 10000, h = 10000;
    const char *wrong;
    midend *me = midend_new(NULL, &thegame, &none, NULL);

    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strcspn(line, "\r\n")] = 0;
    if ((wrong = midend_game_id(me, line)) != NULL) {
        fprintf(stderr, "%s\n", wrong);
        return 1;
    }
    midend_new_game(me);
    midend_size(me, &w, &h, false, 1);
    while (fgets(line, sizeof line, stdin)) {
        x = y = 0;
        if (sscanf(line, "%19s %d %d", word, &x, &y) < 1)
            continue;
        if (!strcmp(word, "left"))
            click(me, x, y, LEFT_BUTTON);
        else if (!strcmp(word, "right"))
            click(me, x, y, RIGHT_BUTTON);
        else if (!strcmp(word, "undo"))
            key(me, 0, 0, UI_UNDO);
        else if (!strcmp(word, "redo"))
            key(me, 0, 0, UI_REDO);
        else if (!strcmp(word, "restart"))
            midend_restart_game(me);
        else if (!strcmp(word, "solve"))
            midend_solve(me);
        else
            return 1;
    }
    midend_serialise(me, put, NULL);
    board(me->states[me->statepos - 1].state);
    return 0;
}
