// What a person does in VS Code and sees there.

/** The first lens of a title. */
export async function lens(page, title) {
  const link = page.locator('.codelens-decoration a', { hasText: title }).first();
  await link.waitFor();
  return link;
}

/** Waits until a text stands behind a line, or none does; it is no part of the page's own text. */
export async function behind(page, expected, isThere = true) {
  await page.waitForFunction(
    ([text, wanted]) => {
      const spans = [...document.querySelectorAll('.view-line span')];
      return spans.some((it) => getComputedStyle(it, '::after').content.includes(text)) === wanted;
    },
    [expected, isThere],
  );
}

/** Chooses a command from the palette. */
export async function command(page, name) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  await page.keyboard.type(name);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
}

/** What the panel shows: a page in a page in a page. */
export function panel(page) {
  return page.frameLocator('iframe.webview').frameLocator('iframe');
}

/** A line of the editor that holds a text. */
export function line(page, text) {
  return page.locator('.editor-instance .view-line', { hasText: text }).first();
}

/** Puts the cursor behind a line. */
export async function clickBehind(page, text) {
  await line(page, text).click();
  await page.keyboard.press('End');
}

/** Runs the test on a line; the server is there by then. */
export async function runTest(page, text) {
  await lens(page, 'Solve');
  await line(page, text).click();
  await command(page, 'Puzzle: Run Test');
}

/** Sixteen pigeons in fifteen holes: clause learning takes minutes on any machine, so a visit can end it. */
export function pigeons() {
  const [count, holes] = [16, 15];
  const number = (pigeon, hole) => pigeon * holes + hole + 1;
  const lines = [];
  for (let pigeon = 0; pigeon < count; pigeon += 1) {
    const all = [...Array(holes).keys()];
    lines.push(all.map((hole) => number(pigeon, hole)).join(' '));
    for (let other = 0; other < pigeon; other += 1) {
      lines.push(...all.map((hole) => `-${number(pigeon, hole)} -${number(other, hole)}`));
    }
  }
  return `clauses pigeons {\n${lines.map((it) => `    ${it}`).join('\n')}\n}\n`;
}
