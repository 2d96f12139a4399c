// What the tests of pages share: a browser that visits a page as a person does, and says how each visit went.

import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });

/** Opens a page, and waits for a part of it; what goes wrong in it comes to `faults`. */
export async function open(url, options = {}, part = '.cm-content') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (it) => it.type() === 'error' && faults.push(it.text()));
  await page.goto(url);
  await page.locator(part).first().waitFor();
  return { page, context, faults };
}

/** Replaces the text. */
export async function write(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** The text as it stands there, without the answers behind the lines. */
export const written = (page) => page.evaluate(() => [...document.querySelectorAll('.cm-line')].map((it) => {
  const line = it.cloneNode(true);
  line.querySelectorAll('.answer').forEach((answer) => answer.remove());
  return line.textContent;
}).join('\n'));

export const answer = (page, words) => page.locator('.answer', { hasText: words }).first().waitFor();
export const status = (page, words) => page.locator('#status', { hasText: words }).waitFor();

/** What takes longer hangs, in milliseconds: Playwright waits for some things without a limit. */
const LIMIT = 600_000;

/** How a visit fails, if it does. */
const failureOf = (act) => new Promise((ended) => {
  const limit = setTimeout(() => ended(new Error(`not done after ${LIMIT / 1000} s`)), LIMIT);
  act().then(() => ended(undefined), ended).finally(() => clearTimeout(limit));
});

/** Makes the visits whose names have something in them, and says in the exit code whether all went well. */
export async function make(visits, pictures, chosen = '') {
  mkdirSync(pictures, { recursive: true });
  for (const [name, act] of Object.entries(visits).filter(([name]) => name.includes(chosen))) {
    const failure = await failureOf(act);
    console.log(`${failure ? 'FAILED' : 'ok'}: ${name}`);
    if (failure) {
      console.log(failure.stack ?? failure);
      process.exitCode = 1;
    }
    await Promise.all(browser.contexts().map((it) => it.close()));
  }
  await browser.close();
}
