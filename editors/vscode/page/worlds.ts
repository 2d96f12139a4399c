// The solutions of a puzzle one after the other: which is shown, the next one, and what differs from the one before.

import type { World } from '../src/live';
import { button, element, toggle } from './element';

export class Worlds {
  readonly element: HTMLElement;
  private world?: World;
  private isMarked = false;
  private readonly next = button('', () => this.go());
  private readonly differs = toggle('What differs', 'Mark what differs from the one before', (isOn) => {
    this.isMarked = isOn;
    this.redraw();
  });

  /** `ask` asks for the one of a number, `redraw` draws what is shown once more. */
  constructor(
    private readonly ask: (number: number) => void,
    private readonly redraw: () => void,
  ) {
    this.element = element('span', 'worlds', this.next, this.differs);
    this.show(undefined);
  }

  /** Which one is shown; none where they are not shown one after the other. */
  show(world: World | undefined): void {
    this.world = world;
    this.element.hidden = !world;
    if (!world) return;
    const { called, number, isLast } = world;
    // Behind the last one it begins again.
    this.next.textContent = `${isLast && number > 1 ? 'First' : 'Next'} ${called}`;
    this.next.disabled = isLast && number === 1;
    this.next.title = isLast ? `There is no other ${called}` : `Look for another ${called}`;
    this.differs.disabled = !world.marked;
  }

  /** The picture that is wanted: as it is, or with what differs marked. */
  of(svg: string | undefined): string | undefined {
    return (this.isMarked && this.world?.marked) || svg;
  }

  private go(): void {
    if (this.world) this.ask(this.world.isLast ? 1 : this.world.number + 1);
  }
}
