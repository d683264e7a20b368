/** Programs of the project, stories of their lines, and files, for the tests of the view. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Story } from '../../../Web/view/source/story.js';

export const top = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const programs = process.env.GESTURED_PROGRAMS ?? join(top, '.build/release');

export function run(program, args, input) {
  return execFileSync(join(programs, program), args, { input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** The lines of a recording, as `gesturectl view` puts them into the page. */
export function dumpOf(recording, ...more) {
  return run('gestured', [...more, '--replay', recording, '--dump', '--declarations', '--format', 'json'])
    .split('\n').filter(Boolean);
}

export function storyOf(lines, limits = { seconds: Infinity, lines: Infinity }) {
  const story = new Story(limits);
  for (const line of lines) story.take(typeof line === 'string' ? line : JSON.stringify(line));
  return story;
}

export const bundled = (name) => join(top, 'docs/recordings', `${name}.events`);

/** The same numbers on each run: a linear congruence. */
export function numbers(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** A file with a text, which goes when the tests end. */
export function temporary(name, text) {
  const folder = mkdtempSync(join(tmpdir(), 'gestured-view-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
