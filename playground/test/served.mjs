// Uses the page of `puzzle serve` as a person does, over a folder of its own:
//     node test/served.mjs PUZZLE PICTURES [NAME]

import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { blocks, openTutorial, tryBlock } from './lessons.mjs';
import { answer, make, open, status, write, written } from './visits.mjs';

const [program, pictures] = process.argv.slice(2, 4).map((it) => resolve(it));
const folder = mkdtempSync(join(tmpdir(), 'served-'));
const file = (name) => join(folder, name);
writeFileSync(file('either.puzzle'), 'formula either = (x+y)\n');
writeFileSync(file('count.puzzle'), 'import "either.puzzle"\n\ncount either => 3\n');

const VILLAGE = `theory village {
    sort Person = ann, bob, cara, dave
    sort Pet = cat, dog
    predicate likes(Person, Person), near(Person, Person), happy(Person)
    function owner(Pet): Person
    rule likes: all x, y. likes(x, y) -> (x = ann and y = bob) or (x = bob and y = cara) or (x = cara and y = cara)
    rule some: likes(ann, bob) and (likes(bob, cara) or likes(cara, cara))
    rule near: all x, y. near(x, y) <-> (x = ann and y = dave) or (x = dave and y = ann)
    rule happy: all x. happy(x) <-> likes(x, x)
    rule owner: owner(cat) = bob and (owner(dog) = cara <-> likes(cara, cara)) and (owner(dog) = dave <-> not likes(cara, cara))
}
solve village
`;

const STEPS = `maze cave {
    steps 5
    START           -> A D
    A tolls KEY     -> GOAL
    D treasures KEY -> START
    GOAL
}
puzzle tiles {
    grid Cell = 3 by 3
    function tile(Cell): 1..8 or none
    goal """
        1 2 3
        4 5 6
        7 8 .
        """
    action slide(c, d)
        when beside(c, d) and tile(d) = none
        then tile(d) becomes tile(c)
        then tile(c) becomes none
}
puzzle eight: tiles {
    board """
        1 2 3
        . 4 6
        7 5 8
        """
}
game small: tippy {
    size 3
}
game boxes: dots {
    size 1 2
}
puzzle order {
    sort Guest = Ann, Bob, Cid
    function seat(Guest): 1..3
    distinct seat
    rule first: seat(Ann) = 1
    rule next: seat(Bob) < seat(Cid)
}
theory people {
    sort Person
    predicate human(Person), mortal(Person)
    constant Socrates: Person
    rule all: all x. human(x) -> mortal(x)
    rule who: human(Socrates)
}
prove people: mortal(Socrates)
solve (x*-x)
`;

const server = spawn(program, ['serve', folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((found) => server.stdout.once('data', (line) => found(String(line).trim())));
const visit = () => open(url);

const visits = {
  async 'the first file of the folder is answered, with what it imports'() {
    const { page, faults } = await visit();
    await page.locator('#name', { hasText: 'count.puzzle' }).waitFor();
    await status(page, '1 as expected');
    await page.screenshot({ path: join(pictures, 'served.png') });
    assert.deepEqual(faults, []);
  },

  async 'a file is opened, changed and saved'() {
    const { page } = await visit();
    await page.locator('#open').click();
    await page.locator('#examples button', { hasText: 'either' }).click();
    await page.waitForFunction(() => document.querySelector('#name').textContent === 'either.puzzle');
    await write(page, 'formula either = (x+y+z)\n');
    await page.locator('#name', { hasText: '•' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.locator('#name', { hasText: /^either\.puzzle$/ }).waitFor();
    assert.equal(readFileSync(file('either.puzzle'), 'utf8'), 'formula either = (x+y+z)\n');
  },

  async 'a maze in its text format is held by a text that is not saved yet'() {
    mkdirSync(join(folder, 'mazes'), { recursive: true });
    writeFileSync(file('mazes/den.maze'), 'START GOAL\n\n1\nSTART TREASURES TOLLS NEXT GOAL\nGOAL TREASURES TOLLS NEXT\n');
    const { page } = await visit();
    await page.locator('#open').click();
    await page.locator('#examples button', { hasText: 'den.maze' }).click();
    await page.waitForFunction(() => document.querySelector('#name').textContent.startsWith('mazes/den.puzzle'));
    assert.equal(await written(page), 'maze den = file "den.maze"\nsolve den\n');
    await page.getByText('START GOAL').first().waitFor();
    await page.screenshot({ path: join(pictures, 'served-maze.png') });
    assert.equal(existsSync(file('mazes/den.puzzle')), false);
  },

  async 'what somebody else has changed is not written over'() {
    const { page } = await visit();
    writeFileSync(file('count.puzzle'), 'count (x*y) => 1\n');
    await write(page, 'count (x+y)\n');
    // Answered by itself: the key press may last until the dialog is closed.
    const warning = page.waitForEvent('dialog').then(async (it) => {
      await it.accept();
      return it.message();
    });
    await page.keyboard.press('Control+s');
    assert.match(await warning, /changed elsewhere/);
    assert.equal(readFileSync(file('count.puzzle'), 'utf8'), 'count (x*y) => 1\n');
  },

  async 'a new text gets a name when it is saved'() {
    const { page } = await visit();
    await page.goto(`${url}#text=S84vzStR0KjQrtTkAgA`);
    await page.waitForFunction(() => document.querySelector('#name').textContent.startsWith('mine.puzzle'));
    assert.equal(await written(page), 'count (x+y)\n');
    page.once('dialog', (it) => it.accept('new.puzzle'));
    await page.locator('#save').click();
    await page.locator('#name', { hasText: /^new\.puzzle$/ }).waitFor();
    assert.equal(readFileSync(file('new.puzzle'), 'utf8'), 'count (x+y)\n');
  },

  async 'corridors are drawn from node to node, by the mouse and by the keys, and are taken back'() {
    const { page, faults } = await visit();
    const maze = 'maze cave {\n    steps 2\n    START -> Hall\n    Hall\n    Shed  -> GOAL\n    GOAL\n}\nsolve cave\n';
    const part = (name) => page.locator(`#picture .place.can[data-at=${name}]`);
    const line = (text) => page.locator('.cm-line', { hasText: text }).waitFor();
    await write(page, maze);
    await answer(page, 'no solution');
    await part('Hall').hover();
    await page.mouse.down();
    await part('GOAL').hover();
    await page.screenshot({ path: join(pictures, 'corridor.png') });
    await page.mouse.up();
    await line('    Hall  -> GOAL');
    await answer(page, 'START Hall GOAL');
    await part('START').focus();
    await page.keyboard.press('Shift+Enter');
    await part('Shed').focus();
    await page.keyboard.press('Enter');
    await line('    START -> Hall Shed');
    // The keys go on where they were.
    await page.locator('#picture .place:focus[data-at=Shed]').waitFor();
    await part('START').focus();
    await page.keyboard.press('Shift+Enter');
    await part('Shed').focus();
    await page.keyboard.press('Enter');
    await page.locator('#picture .refused', { hasText: 'leads from START to Shed already' }).waitFor();
    // A part leads to its line.
    await part('Shed').click();
    await page.waitForFunction(() => document.activeElement.matches('.cm-content'));
    await page.locator('.cm-activeLine', { hasText: 'Shed  ->' }).waitFor();
    for (const _ of [1, 2]) await page.keyboard.press('Control+z');
    await answer(page, 'no solution');
    assert.equal(await written(page), maze);
    assert.deepEqual(faults, []);
  },

  async 'each block of the tutorial is answered as the program does'() {
    const { page, faults } = await visit();
    await openTutorial(page);
    for (const index of blocks.keys()) await tryBlock(page, index, program);
    await page.screenshot({ path: join(pictures, 'served-tutorial.png') });
    assert.deepEqual(faults, []);
  },

  async 'a block of the tutorial takes the place of no file'() {
    const own = 'count (x*y) => 1\n';
    writeFileSync(file('island.puzzle'), own);
    const { page } = await visit();
    await page.locator('#open').click();
    await page.locator('#examples button', { hasText: 'island' }).click();
    await page.locator('#name', { hasText: /^island\.puzzle$/ }).waitFor();
    await write(page, 'count (x+y)\n');
    await openTutorial(page);
    // What is not saved is asked about, and stays.
    page.once('dialog', (it) => it.dismiss());
    await page.locator('#lesson figure button').first().click();
    assert.equal(await written(page), 'count (x+y)\n');
    page.once('dialog', (it) => it.accept());
    await tryBlock(page, 0, program);
    const asked = [];
    const isRefused = new Promise((refused) => page.on('dialog', async (it) => {
      if (asked.push(it.message()) === 2) refused();
      await it.accept(it.defaultValue());
    }));
    await page.keyboard.press('Control+s');
    await isRefused;
    assert.equal(asked[0], 'Save as');
    assert.match(asked[1], /`island.puzzle` is there already/);
    await page.locator('#name', { hasText: /^island\.puzzle •$/ }).waitFor();
    assert.equal(readFileSync(file('island.puzzle'), 'utf8'), own);
  },

  async 'worlds are shown one after the other, with what differs between them'() {
    for (const colorScheme of ['light', 'dark']) {
      const { page, faults } = await open(url, { colorScheme });
      await write(page, VILLAGE);
      const picture = page.locator('#picture');
      const next = page.locator('#tools button', { hasText: 'Next world' });
      const differs = page.locator('#tools button', { hasText: 'What differs' });
      // What is new, or an arrow that is gone.
      const marks = picture.locator('svg :is(.highlight, .line.minus)');
      await next.waitFor();
      await picture.locator('svg text', { hasText: 'likes(x, y): x → y' }).waitFor();
      const first = await picture.locator('svg').innerHTML();
      assert.ok(await differs.isDisabled());
      await next.click();
      await picture.locator('.message', { hasText: 'world 2, with' }).waitFor();
      assert.notEqual(await picture.locator('svg').innerHTML(), first);
      assert.equal(await marks.count(), 0);
      await differs.click();
      await marks.first().waitFor();
      // Who uses the keys goes on with the same button.
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'What differs');
      await page.screenshot({ path: join(pictures, `worlds-${colorScheme}.png`) });
      await next.click();
      await picture.locator('.message', { hasText: 'world 3, with' }).waitFor();
      await marks.first().waitFor();
      await page.screenshot({ path: join(pictures, `worlds-3-${colorScheme}.png`) });
      await next.click();
      await picture.locator('.message', { hasText: /world 3, with .* · There is no other world\.$/ }).waitFor();
      await page.locator('#tools button', { hasText: 'First world' }).click();
      await next.waitFor();
      assert.equal(await picture.locator('svg').innerHTML(), first);
      assert.deepEqual(faults, []);
    }
  },

  async 'what leads to an answer is stepped through'() {
    for (const colorScheme of ['light', 'dark']) {
      const { page, faults } = await open(url, { colorScheme });
      await write(page, STEPS);
      const way = page.locator('#stepper');
      const caption = (words) => way.locator('.caption', { hasText: words }).waitFor();
      const marked = (words) => page.locator('.cm-line.step', { hasText: words }).waitFor();
      const at = async (words) => {
        await page.locator('.cm-line', { hasText: words }).first().click();
        await page.waitForFunction((it) => document.activeElement.closest('.cm-content') && it, words);
      };
      const shot = (name) => page.screenshot({ path: join(pictures, `steps-${name}-${colorScheme}.png`) });
      // A walk, by the buttons, the keys and the slider.
      await at('maze cave');
      await page.locator('#picture svg text', { hasText: 'GOAL' }).waitFor();
      await page.locator('#walk').click();
      await caption('START');
      await way.getByRole('button', { name: 'Next' }).click();
      await caption('D, takes KEY');
      await marked('D treasures KEY');
      await way.getByRole('button', { name: 'Next' }).press('ArrowRight');
      await way.getByRole('button', { name: 'Next' }).press('ArrowRight');
      await caption('A, pays KEY');
      await marked('A tolls KEY');
      assert.equal(await page.locator('.cm-line.step').count(), 1);
      await way.locator('.count', { hasText: '4 of 5' }).waitFor();
      await shot('walk');
      const ink = await way.locator('svg text').first().evaluate((it) => getComputedStyle(it).fill);
      assert.equal(ink, colorScheme === 'dark' ? 'rgb(240, 246, 252)' : 'rgb(31, 35, 40)');
      await way.getByLabel('Step', { exact: true }).fill('1');
      await caption('D, takes KEY');
      await way.getByRole('button', { name: 'Last' }).click();
      await caption('GOAL');
      assert.ok(await way.getByRole('button', { name: 'Next' }).isDisabled());
      // By itself, from the first on.
      await way.getByRole('button', { name: 'Run' }).click();
      await caption('START');
      await caption('A, pays KEY');
      await way.getByRole('button', { name: 'Stop' }).click();
      // The plan of a puzzle, the line of play of a game, a proof, and an argument, which is told in words.
      const others = [
        ['puzzle eight', 'slide', 'action slide', 'plan'], ['game small', 'X: ', '', 'play'], ['game boxes', 'first: ', '', 'boxes'],
        ['prove people', 'human(Socrates)', 'rule who', 'proof'], ['puzzle order', 'seat(Cid) = 3', 'rule next', 'hints'],
        ['solve (x*-x)', 'cannot be true', '', 'argument'],
      ];
      for (const [item, second, line, name] of others) {
        await at(item);
        await way.locator('.count', { hasText: /^1 of [0-9]+$/ }).waitFor();
        await page.waitForFunction(() => document.querySelector('#stepper .past').children.length === 1);
        await page.waitForTimeout(600);
        await way.getByRole('button', { name: 'Next' }).click();
        await caption(second);
        if (line) await marked(line);
        await shot(name);
      }
      // An edit begins anew, and what has no steps says so.
      await write(page, 'formula either = (x+y)\ncount either\n');
      await way.locator('.instead', { hasText: 'nothing is done on the way to this answer' }).waitFor();
      await shot('none');
      await page.locator('#walk').click();
      assert.ok(await way.isHidden());
      assert.equal(await page.locator('.cm-line.step').count(), 0);
      assert.deepEqual(faults, []);
    }
  },

  async 'the only solution is said to be the only one, and what has none has no button for it'() {
    const { page } = await visit();
    await write(page, 'puzzle one {\n    grid Cell = 2 by 2\n    function digit(Cell): 1..2\n    digit(a1) = 1\n    distinct digit in row, column\n}\nsolve one\n');
    const next = page.locator('#tools button', { hasText: 'Next solution' });
    await next.click();
    await page.locator('#picture .message', { hasText: 'solution 1 · there is no other solution' }).waitFor();
    assert.ok(await next.isDisabled());
    await page.screenshot({ path: join(pictures, 'only.png') });
    // An edit begins anew, here with a board that has another solution.
    await write(page, 'puzzle two {\n    grid Cell = 2 by 2\n    function digit(Cell): 1..2\n    distinct digit in row, column\n}\nsolve two\n');
    await page.locator('#tools button:enabled', { hasText: 'Next solution' }).click();
    await page.locator('#picture .message', { hasText: 'solution 2, with' }).waitFor();
    await page.locator('#tools button', { hasText: 'What differs' }).click();
    await page.locator('#picture svg .line.highlight').first().waitFor({ state: 'attached' });
    await page.screenshot({ path: join(pictures, 'boards.png') });
    await write(page, 'formula either = (x+y)\nsolve either\n');
    await page.locator('#tools button:enabled', { hasText: 'Next assignment' }).click();
    await page.locator('#picture .message', { hasText: 'assignment 2, with' }).waitFor();
    await write(page, 'maze way {\n    steps 2\n    START -> GOAL\n    GOAL\n}\nsolve way\n');
    await page.locator('#picture svg text', { hasText: 'GOAL' }).first().waitFor();
    assert.ok(await page.locator('#tools .worlds').isHidden());
  },

  async 'a long question is stopped, and the next one is answered'() {
    const { page } = await visit();
    const place = () => page.locator('#tutorial').boundingBox();
    await status(page, /· \d/);
    const before = await place();
    await write(page, 'game big: dots {\n    size 4\n}\nsolve big\n');
    await status(page, 'Answering');
    await page.locator('#stop').waitFor();
    assert.deepEqual(await place(), before, 'no button moves under the pointer');
    await page.locator('#stop').click();
    await status(page, 'Stopped');
    await write(page, 'count (x+y)\n');
    await answer(page, '3');
  },
};

try {
  await make(visits, pictures, process.argv[4]);
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
