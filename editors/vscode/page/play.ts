// A play: a board that is clicked on, the moves as buttons, and what else can be done.

import type { Play, PlayStep } from '../src/live';
import { button, element, sentence } from './element';
import { meant, movesAt, pointed } from './moves';
import { Drawing } from './picture';

export class PlayTab {
  readonly drawing: Drawing;
  private play?: Play;
  /** The parts of the board that were pointed at for the next move. */
  private parts: string[] = [];
  /** What the moves of a weak opponent follow from. */
  private seed = Math.floor(Math.random() * 1e6);
  private readonly board = element('div', 'picture');
  private readonly turn = element('p', 'turn');
  private readonly said = element('div', 'said');
  private readonly moves = element('div', 'moves');
  private readonly made = element('p', 'made');
  private readonly side = element('select');
  private readonly opponent = element('select');
  private readonly people: HTMLElement;
  private readonly undo = button('Undo', () => this.enter('undo'), 'Take back your last move');
  private readonly hint = button('Hint', () => this.enter('hint'), 'Tell the best move, and what it leads to');

  /** `step` asks for a step of the play. */
  constructor(
    private readonly tab: HTMLElement,
    private readonly step: (step: PlayStep, isNew: boolean) => void,
  ) {
    this.drawing = new Drawing(this.board);
    this.moves.setAttribute('role', 'group');
    this.moves.setAttribute('aria-label', 'Moves');
    this.turn.setAttribute('role', 'status');
    this.said.setAttribute('role', 'status');
    const opponents = [['strong', 'the computer'], ['weak', 'the computer, at random'], ['person', 'another person']] as const;
    this.opponent.append(...opponents.map(([value, words]) => new Option(words, value)));
    this.people = element('span', 'people', element('label', '', 'you are ', this.side), element('label', '', 'against ', this.opponent));
    this.side.onchange = this.opponent.onchange = () => this.begin(false);
    const actions = element('div', 'actions', button('New game', () => this.begin(true), 'Begin a play of the game at the cursor'));
    actions.append(this.undo, this.hint, this.people);
    tab.append(actions, this.turn, this.said, this.board, this.moves, this.made);
  }

  get name(): string {
    return this.play?.name ?? '';
  }

  get text(): string {
    const made = this.play?.made.map((it) => `${it.player}: ${it.chosen}`) ?? [];
    return [this.play?.text ?? '', ...made].join('\n');
  }

  /** Begins a play, of the game at the cursor or of the same again. */
  begin(isNew: boolean): void {
    this.seed += 1;
    if (isNew) this.side.replaceChildren();
    this.ask({ choices: isNew ? '' : this.choices(), moves: [] }, isNew);
  }

  /** Begins a play if one is wanted, or none has begun. */
  wake(isNew: boolean): void {
    if (isNew || !this.play || this.play.made.length === 0) this.begin(true);
  }

  show(play: Play): void {
    this.play = play;
    this.parts = [];
    this.tab.classList.remove('empty');
    this.tab.removeAttribute('aria-busy');
    if (this.side.options.length === 0) {
      this.side.append(...play.players.map((it) => new Option(it)));
      this.opponent.value = 'strong';
    }
    this.people.hidden = play.players.length < 2;
    this.side.disabled = this.opponent.value === 'person';
    this.undo.disabled = play.made.length === 0;
    this.hint.disabled = !play.turn;
    const { turn, over, standing } = play;
    const asked = turn ? `${turn.player}: ${turn.choice}` : '';
    this.turn.replaceChildren(...sentence([standing, over ?? asked].filter(Boolean).join(' · ')).childNodes);
    this.said.replaceChildren(...play.said.map(({ sort, text }) => sentence(text, sort)));
    this.made.textContent = play.made.map((it, index) => `${index + 1}. ${it.player} ${it.chosen}`).join('   ');
    // The new board has other elements: who uses the keys goes on there.
    const hadFocus = [this.board, this.moves].some((it) => it.contains(document.activeElement));
    this.drawing.show(play.svg);
    this.offer();
    if (hadFocus) this.focus();
  }

  /** Why there is no play, or why a step could not be made. */
  fail(message: string): void {
    if (!this.play) this.tab.classList.add('empty');
    this.tab.removeAttribute('aria-busy');
    this.said.replaceChildren(sentence(this.play ? message : `There is no game at the cursor: ${message}.`, 'refused'));
  }

  private ask(step: PlayStep, isNew: boolean): void {
    this.tab.setAttribute('aria-busy', 'true');
    this.step(step, isNew);
  }

  private choices(): string {
    const [side, opponent] = [this.side.value, this.opponent.value];
    if (this.people.hidden || !side) return '';
    if (opponent === 'person') return 'against person';
    return `as ${side} against ${opponent}${opponent === 'weak' ? ` seed ${this.seed}` : ''}`;
  }

  private enter(typed: string): void {
    if (!this.play) return;
    const moves = this.play.made.map((it) => it.chosen);
    this.ask({ choices: this.choices(), moves, enter: typed }, false);
  }

  /** Offers the moves that name what was pointed at. */
  private offer(): void {
    const all = this.play?.turn?.moves ?? [];
    const moves = movesAt(all, this.parts);
    this.moves.replaceChildren(...moves.map((it) => button(it, () => this.enter(it))));
    this.drawing.point((name) => {
      const parts = pointed(all, this.parts, name);
      if (movesAt(all, parts).length === 0) return undefined;
      const move = meant(all, parts);
      const title = move === undefined ? `${name}: ${movesAt(all, parts).length} moves` : `play ${move}`;
      return { title, run: () => this.point(all, parts) };
    });
    for (const place of this.drawing.places()) {
      place.classList.toggle('pointed', this.parts.includes(place.dataset.at ?? ''));
    }
  }

  private focus(): void {
    const first = this.drawing.places().find((it) => it.classList.contains('can'));
    (first ?? this.moves.querySelector('button') ?? this.undo).focus({ preventScroll: true });
  }

  private point(all: string[], parts: string[]): void {
    const move = meant(all, parts);
    if (move !== undefined) return this.enter(move);
    this.parts = parts;
    this.offer();
  }
}
