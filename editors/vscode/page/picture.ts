// A picture: at the size the reader likes, moved by dragging, with parts that can be pointed at.

/** At rest a picture is at least so large, however small the panel is, and at most so large. */
const [SMALLEST, LARGEST] = [0.5, 2];

/** The media query by which a picture knows dark surroundings. */
const DARK = '@media (prefers-color-scheme: dark)';

/** The name of a part. */
const nameOf = (place: Element | null) => (place as SVGElement | null)?.dataset.at ?? '';

export class Drawing {
  /** The picture as it came. */
  private source = '';
  private zoom = 0;
  private svg?: SVGSVGElement;
  /** Joins one part to another, if that can be done. */
  private joined?: (from: string, to: string) => void;
  /** The part that another one is to be joined to, by the keys. */
  private first?: string;
  /** The part that had the focus in the picture before. */
  private focused?: string;

  constructor(private readonly frame: HTMLElement) {
    frame.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.scale(-Math.sign(event.deltaY) * 0.25);
    });
    frame.addEventListener('pointerdown', (event) => this.drag(event));
    new ResizeObserver(() => this.resize()).observe(frame);
  }

  get isEmpty(): boolean {
    return !this.svg;
  }

  /** Shows a picture, or none. */
  show(source: string | undefined): void {
    if (source === this.source) return;
    this.source = source ?? '';
    const { activeElement } = document;
    this.focused = this.frame.contains(activeElement) ? nameOf(activeElement) : undefined;
    // Who joins parts by the keys goes on in the new picture.
    if (this.focused === undefined) this.first = undefined;
    this.svg = undefined;
    this.frame.replaceChildren();
    if (!source) return;
    // It knows dark surroundings by the system's wish; here the theme decides.
    const parsed = new DOMParser().parseFromString(source.replace(DARK, '.dark'), 'image/svg+xml').documentElement;
    this.svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
    this.frame.append(this.svg);
    this.resize();
  }

  /** The parts by their names, each of which may be there several times. */
  places(): SVGElement[] {
    return [...(this.svg?.querySelectorAll<SVGElement>('.place') ?? [])];
  }

  /** Lets people point at parts, for whom `act` says what that does. */
  point(act: (name: string) => { title: string; run: () => void } | undefined): void {
    let isPointed = false;
    for (const place of this.places()) {
      const acted = act(nameOf(place));
      place.classList.toggle('can', acted !== undefined);
      place.onclick = acted?.run ?? null;
      place.onkeydown = (event) => {
        if (acted) this.press(event, place, acted.run);
      };
      for (const [name, value] of [['tabindex', '0'], ['role', 'button'], ['aria-label', acted?.title ?? '']] as const) {
        if (acted) place.setAttribute(name, value);
        else place.removeAttribute(name);
      }
      isPointed ||= acted !== undefined;
    }
    // What an image consists of is not told to those who cannot see it.
    this.svg?.setAttribute('role', isPointed ? 'group' : 'img');
    // The new picture has other elements: who uses the keys goes on there.
    const again = this.places().find((it) => it.classList.contains('can') && nameOf(it) === this.focused);
    again?.focus({ preventScroll: true });
    this.focused = undefined;
    this.begin(this.places().some((it) => nameOf(it) === this.first) ? this.first : undefined);
  }

  /** Lets people join parts, by dragging from one to another or by the keys. */
  join(act: ((from: string, to: string) => void) | undefined): void {
    this.joined = act;
  }

  /** Enter and the space bar do what a click does, unless two parts are joined. */
  private press(event: KeyboardEvent, place: SVGElement, run: () => void): void {
    const [name, { first }] = [nameOf(place), this];
    if (event.key === 'Escape' && first !== undefined) return this.begin(undefined);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (event.shiftKey && this.joined) return this.begin(name);
    if (first === undefined) return run();
    this.begin(undefined);
    if (name !== first) this.joined?.(first, name);
  }

  private begin(first: string | undefined): void {
    this.first = first;
    for (const it of this.places()) {
      it.classList.toggle('pointed', nameOf(it) === first);
      if (first === undefined) it.removeAttribute('aria-description');
      else it.setAttribute('aria-description', nameOf(it) === first ? 'from here' : `join ${first} to it`);
    }
  }

  /** Doubles the size with each unit. */
  scale(by: number): void {
    this.zoom = Math.max(-2, Math.min(3, this.zoom + by));
    this.resize();
  }

  private resize(): void {
    if (!this.svg) return;
    const { width, height } = this.svg.viewBox.baseVal;
    // A frame with a greatest height is as high as its picture.
    const { maxHeight } = getComputedStyle(this.frame);
    const room = maxHeight.endsWith('px') ? parseFloat(maxHeight) : this.frame.clientHeight;
    const fitting = Math.min(LARGEST, (this.frame.clientWidth - 8) / width, (room - 8) / height);
    this.svg.style.width = `${width * Math.max(SMALLEST, fitting) * 2 ** this.zoom}px`;
  }

  private drag(start: PointerEvent): void {
    if (start.button !== 0) return;
    const from = (start.target as Element).closest<SVGElement>('.place');
    if (from && this.joined) return this.lead(from, start);
    if (from?.classList.contains('can')) return;
    const { scrollLeft, scrollTop } = this.frame;
    const move = (event: PointerEvent) =>
      this.frame.scrollTo(scrollLeft + start.clientX - event.clientX, scrollTop + start.clientY - event.clientY);
    const end = () => this.frame.removeEventListener('pointermove', move);
    this.frame.addEventListener('pointermove', move);
    this.frame.addEventListener('pointerup', end, { once: true });
    this.frame.addEventListener('pointerleave', end, { once: true });
  }

  /** Draws a line from a part to the pointer, and joins it to the part where that is let go. */
  private lead(from: SVGElement, start: PointerEvent): void {
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
    line.classList.add('leading');
    const toPicture = this.svg?.getScreenCTM()?.inverse();
    const put = (end: '1' | '2', { clientX, clientY }: PointerEvent) => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toPicture);
      line.setAttribute(`x${end}`, String(x));
      line.setAttribute(`y${end}`, String(y));
    };
    put('1', start);
    put('2', start);
    this.svg?.append(line);
    const at = ({ clientX, clientY }: PointerEvent) => document.elementFromPoint(clientX, clientY)?.closest<SVGElement>('.place');
    const move = (event: PointerEvent) => {
      put('2', event);
      const over = at(event);
      for (const it of this.places()) it.classList.toggle('pointed', it === over && it !== from);
    };
    const end = (event: PointerEvent) => {
      ended.abort();
      line.remove();
      this.begin(undefined);
      const to = event.type === 'pointerup' ? at(event) : undefined;
      if (to && nameOf(to) !== nameOf(from)) this.joined?.(nameOf(from), nameOf(to));
    };
    const ended = new AbortController();
    const { signal } = ended;
    this.frame.addEventListener('pointermove', move, { signal });
    for (const it of ['pointerup', 'pointerleave', 'pointercancel'] as const) this.frame.addEventListener(it, end, { signal });
  }

  /** The picture as a document of its own. */
  asSvg(): string {
    const parsed = new DOMParser().parseFromString(this.source, 'image/svg+xml');
    parsed.querySelectorAll('.place').forEach((it) => it.remove());
    return new XMLSerializer().serializeToString(parsed);
  }

  /** The picture as it looks here, in base 64. */
  async asPng(isDark: boolean): Promise<string> {
    const source = this.asSvg().replace(DARK, isDark ? '@media all' : '@media not all');
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }
}
