// Parts of the page.

/** An element with a class, and what it holds. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name = '',
  ...holds: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...holds);
  return made;
}

export function button(words: string, act: () => void, title = ''): HTMLButtonElement {
  const made = element('button', '', words);
  made.type = 'button';
  if (title) made.title = title;
  made.addEventListener('click', act);
  return made;
}

/** A button that is on or off. */
export function toggle(words: string, title: string, turn: (isOn: boolean) => void): HTMLButtonElement {
  const made = button(words, () => {
    const isOn = made.getAttribute('aria-pressed') !== 'true';
    made.setAttribute('aria-pressed', String(isOn));
    turn(isOn);
  }, title);
  made.setAttribute('aria-pressed', 'false');
  return made;
}

/** Words, with what stands between grave accents as code. */
export function coded(words: string): (string | Node)[] {
  return words.split('`').map((it, index) => (index % 2 === 1 ? element('code', '', it) : it));
}

/** A sentence, with its code. */
export function sentence(words: string, name = ''): HTMLParagraphElement {
  return element('p', name, ...coded(words));
}
