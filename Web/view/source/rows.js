/** The list of recognizers: one row each, the closest to firing first. Built from text nodes only. */
import { advice, explain, happenedIn, outcome, parseReason, remedy, sentence } from './explaining.js';
import { words } from './words.js';

/** A shape for each state, so that no state is told by color alone. */
const SHAPES = { idle: '·', possible: '○', waits: '◔', began: '▶', changed: '▶', ended: '■', fired: '●', failed: '✕', cancelled: '⊘' };
/** Rows that are built; what stands below them never came close. */
const MOST_ROWS = 60;

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'class') made.className = value;
    else if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export class Rows {
  constructor(list, folded, arrows) {
    this.list = list;
    this.folded = folded;
    this.arrows = arrows;
    this.shown = null;
    this.opened = new Set();
  }

  /** Shows the recognizers at a time. Returns what `explain` found. */
  show(story, time) {
    const explained = explain(story, time);
    // Most frames change no state.
    const key = JSON.stringify([
      explained.rows.slice(0, MOST_ROWS).map((row) => [row.family.client, row.family.name, row.state, row.change?.time ?? null, row.changes.length]),
      explained.others.length, explained.group?.first ?? null, explained.group?.settled !== null, story.hasTransitions,
      story.families.size, story.lineCount === 0,
    ]);
    // A press on a button of the list would be lost with the button.
    if (key === this.shown || this.list.matches(':active')) return explained;
    this.shown = key;
    const focus = this.#focus();
    const rows = explained.rows.slice(0, MOST_ROWS).map((row) => this.#row(story, row, explained.group));
    if (rows.length === 0) {
      const text = story.lineCount === 0 ? words.nothingYet : story.isRecording ? words.onlyTouches : words.noRecognizers;
      rows.push(element('li', { class: 'empty' }, text));
    }
    this.list.replaceChildren(...rows);
    this.#giveBack(focus);
    const total = explained.rows.reduce((sum, row) => sum + Math.max(row.family.counts.size, 1), 0)
      + explained.others.reduce((sum, other) => sum + other.count, 0);
    const hidden = explained.others.reduce((sum, other) => sum + other.count, 0)
      + explained.rows.reduce((sum, row) => sum + row.others, 0);
    this.folded.textContent = hidden === 0 ? ''
      : words.needOthers(hidden, total, [...new Set([
        ...explained.others.map((other) => other.family.name),
        ...explained.rows.filter((row) => row.others > 0).map((row) => row.family.name),
      ])].join(', '));
    this.#connect(explained);
    return explained;
  }

  /** The element of the list that has the keyboard, as its row and its kind; null without one. */
  #focus() {
    const { activeElement } = document;
    if (!this.list.contains(activeElement)) return null;
    return { name: activeElement.closest('li.row').dataset.key, kind: activeElement.localName };
  }

  /** Gives the keyboard to the same element of the new rows, or to the row's summary. */
  #giveBack(focus) {
    const row = focus && [...this.list.children].find((item) => item.dataset.key === focus.name);
    if (row) (row.querySelector(focus.kind) ?? row.querySelector('summary')).focus({ preventScroll: true });
  }

  #row(story, row, group) {
    const { family, change } = row;
    const name = family.client === null ? family.name : words.ofClient(family.name, family.client);
    const reason = change ? (change.parsed ??= parseReason(change.reason)) : null;
    const key = `${family.client}/${family.name}`;
    const details = element('details', {
      open: this.opened.has(key),
      ontoggle: (event) => (event.target.open ? this.opened.add(key) : this.opened.delete(key)),
    });
    const summary = element('summary', {},
      element('span', { class: `shape ${row.state}`, 'aria-hidden': 'true' }, SHAPES[row.state]),
      element('span', { class: 'name' }, change ? words.recognizer(name, change.count) : name),
      element('span', { class: 'state' }, words.states[row.state]),
      reason ? element('span', { class: 'reason' }, sentence(reason)) : null,
      reason?.measure ? bar(reason.measure) : null,
      reason?.cause ? element('span', { class: 'cause' }, words.preventedBy(reason.cause)) : null);
    details.append(summary);
    details.append(this.#transitions(row, group));
    const advised = reason && outcome(change) !== 'fired' ? this.#remedy(story, family, reason, group) : null;
    if (advised) details.append(advised);
    return element('li', { class: `row ${row.state}`, 'data-name': family.name, 'data-key': key }, details);
  }

  #transitions(row, group) {
    const changes = group
      ? row.family.changes.filter((change) => change.device === group.device && change.sequence >= group.first && change.sequence <= group.last)
      : [];
    // The same change of recognizers for several finger counts is one line.
    const lines = new Map();
    for (const change of changes.slice(-50)) {
      const text = sentence(change.parsed ??= parseReason(change.reason));
      const key = JSON.stringify([change.time, outcome(change), text]);
      const line = lines.get(key) ?? { change, text, counts: [] };
      line.counts.push(change.count);
      lines.set(key, line);
    }
    return element('ol', { class: 'transitions', 'aria-label': words.transitions }, ...[...lines.values()].map(({ change, text, counts }) =>
      element('li', {}, words.transition(change.time, counts, words.outcomes[outcome(change)], text))));
  }

  #remedy(story, family, reason, group) {
    const said = advice(reason, family.options);
    const lines = group ? remedy(family, reason, happenedIn(story, group, reason)) : null;
    if (!said && !lines) return null;
    const box = element('div', { class: 'remedy' });
    if (lines) {
      const button = element('button', { type: 'button' }, words.copy);
      button.addEventListener('click', async () => {
        await navigator.clipboard?.writeText(lines).catch(() => {});
        button.textContent = words.copied;
      });
      box.append(element('p', {}, words.change), element('pre', {}, lines), button);
    } else box.append(element('p', {}, said));
    return box;
  }

  /** Arrows from the recognizer that decided to those that it decided about, in the margin of the list. */
  #connect(explained) {
    const names = explained.rows.slice(0, MOST_ROWS).map((row) => row.family.name);
    const items = [...this.list.children];
    const place = (item) => item.offsetTop + 14;
    const paths = [];
    for (const item of items) item.classList.remove('decides');
    explained.rows.slice(0, MOST_ROWS).forEach((row, index) => {
      const cause = row.change?.parsed?.cause;
      const other = cause ? names.indexOf(cause) : -1;
      if (other < 0 || other === index) return;
      items[other].classList.add('decides');
      const [from, to] = [place(items[other]), place(items[index])];
      paths.push(`M14 ${from}H6V${to}H12M9 ${to - 3}L13 ${to}L9 ${to + 3}`);
    });
    this.arrows.setAttribute('height', String(this.list.scrollHeight));
    this.arrows.querySelector('path').setAttribute('d', paths.join(''));
  }
}

/** The measured against the allowed value: full at the limit. */
function bar(measure) {
  const share = Math.min(Math.max(measure.limit > 0 ? measure.value / measure.limit : 1, 0), 1);
  const text = words.measure(measure.value, measure.limit, words.units[measure.unit]);
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${share * 100}%`;
  return element('span', { class: 'bar', role: 'img', 'aria-label': text, title: text }, fill);
}
