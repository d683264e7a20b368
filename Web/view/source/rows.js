/** The list of recognizers: one row each, the closest to firing first. Built from text nodes only. */
import { advice, explain, happenedIn, outcome, remedy, sentence } from './explaining.js';
import { words } from './words.js';

/** A shape for each state: color alone says nothing. */
const SHAPES = { idle: '·', possible: '○', waits: '◔', began: '▶', changed: '▶', ended: '■', fired: '●', failed: '✕', cancelled: '⊘' };
/** The most rows that are built. The recognizers below them never came close. */
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

/** A row of the list. It stays in the page while its recognizer is listed, so it keeps the keyboard's focus, a press and its openness. */
class Row {
  constructor(family) {
    const part = (name) => element('span', { class: name });
    this.shape = element('span', { 'aria-hidden': 'true' });
    this.name = part('name');
    this.state = part('state');
    this.reason = part('reason');
    this.bar = new Bar();
    this.cause = part('cause');
    this.transitions = element('ol', { class: 'transitions', 'aria-label': words.transitions });
    this.summary = element('summary', {}, this.shape, this.name, this.state);
    this.details = element('details', {}, this.summary, this.transitions);
    this.item = element('li', { 'data-name': family.name }, this.details);
    /** The texts that the lower parts were made from. */
    this.shown = { transitions: null, remedy: null };
  }

  show(story, { family, change, state }, group) {
    const name = family.client === null ? family.name : words.ofClient(family.name, family.client);
    const reason = change?.parsed ?? null;
    this.item.className = `row ${state}`;
    this.shape.className = `shape ${state}`;
    this.shape.textContent = SHAPES[state];
    this.name.textContent = change ? words.recognizer(name, change.count) : name;
    this.state.textContent = words.states[state];
    if (reason) this.reason.textContent = sentence(reason);
    if (reason?.measure) this.bar.show(reason.measure);
    if (reason?.cause) this.cause.textContent = words.preventedBy(reason.cause);
    this.summary.replaceChildren(this.shape, this.name, this.state, ...[
      reason ? this.reason : null, reason?.measure ? this.bar.node : null, reason?.cause ? this.cause : null,
    ].filter(Boolean));
    this.#showTransitions(family, group);
    this.#showRemedy(story, family, reason && outcome(change) !== 'fired' ? reason : null, group);
  }

  #showTransitions(family, group) {
    const changes = group
      ? family.changes.filter((change) => change.device === group.device && change.sequence >= group.first && change.sequence <= group.last)
      : [];
    // The same change of recognizers for several finger counts is one line.
    const lines = new Map();
    for (const change of changes.slice(-50)) {
      const text = sentence(change.parsed);
      const key = JSON.stringify([change.time, outcome(change), text]);
      const line = lines.get(key) ?? { change, text, counts: [] };
      line.counts.push(change.count);
      lines.set(key, line);
    }
    const texts = [...lines.values()].map(({ change, text, counts }) => words.transition(change.time, counts, words.outcomes[outcome(change)], text));
    const key = JSON.stringify(texts);
    if (this.shown.transitions === key) return;
    this.shown.transitions = key;
    this.transitions.replaceChildren(...texts.map((text) => element('li', {}, text)));
  }

  #showRemedy(story, family, reason, group) {
    const lines = reason && group ? remedy(family, reason, happenedIn(story, group, reason)) : null;
    const said = reason && !lines ? advice(reason, family.options) : null;
    const key = JSON.stringify([lines, said]);
    if (this.shown.remedy === key) return;
    this.shown.remedy = key;
    this.remedy?.remove();
    if (!lines && !said) return;
    this.remedy = element('div', { class: 'remedy' });
    this.details.append(this.remedy);
    if (!lines) {
      this.remedy.append(element('p', {}, said));
      return;
    }
    const text = element('pre', {}, lines);
    const button = element('button', { type: 'button' }, words.copy);
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(lines);
        button.textContent = words.copied;
      } catch {
        // Without a clipboard, the reader copies the lines.
        getSelection().selectAllChildren(text);
      }
    });
    this.remedy.append(element('p', {}, words.change), text, button);
  }
}

/** The measured against the allowed value: full at the limit. */
class Bar {
  constructor() {
    this.fill = element('span', { class: 'fill' });
    this.node = element('span', { class: 'bar', role: 'img' }, this.fill);
  }

  show(measure) {
    const share = Math.min(Math.max(measure.limit > 0 ? measure.value / measure.limit : 1, 0), 1);
    const text = words.measure(measure.value, measure.limit, words.units[measure.unit]);
    this.node.setAttribute('aria-label', text);
    this.node.title = text;
    this.fill.style.width = `${share * 100}%`;
  }
}

export class Rows {
  constructor(list, folded, arrows) {
    this.list = list;
    this.folded = folded;
    this.arrows = arrows;
    /** The story and the state that the list shows. */
    this.story = null;
    this.shown = null;
    /** The rows of the recognizers that the story has, by owner and name. */
    this.rows = new Map();
  }

  /** Shows the recognizers at a time. Returns what `explain` found. */
  show(story, time) {
    const explained = explain(story, time);
    const listed = explained.rows.slice(0, MOST_ROWS);
    // Most frames change no state.
    const key = JSON.stringify([
      listed.map((row) => [row.family.client, row.family.name, row.state, row.change?.time ?? null, row.changes.length]),
      explained.others.length, explained.group?.first ?? null, explained.isOpen, story.hasTransitions,
      story.families.size, story.lineCount === 0,
    ]);
    if (story === this.story && key === this.shown) return explained;
    this.story = story;
    this.shown = key;
    for (const name of this.rows.keys()) if (!story.families.has(name)) this.rows.delete(name);
    const items = listed.map((row) => {
      const made = this.#row(row.family);
      made.show(story, row, explained.group);
      return made.item;
    });
    if (items.length === 0) {
      const text = story.lineCount === 0 ? words.nothingYet : story.isRecording ? words.onlyTouches : words.noRecognizers;
      items.push(element('li', { class: 'empty' }, text));
    }
    this.#arrange(items);
    const total = explained.rows.reduce((sum, row) => sum + Math.max(row.family.counts.size, 1), 0)
      + explained.others.reduce((sum, other) => sum + other.count, 0);
    const hidden = explained.others.reduce((sum, other) => sum + other.count, 0)
      + explained.rows.reduce((sum, row) => sum + row.others, 0);
    this.folded.textContent = hidden === 0 ? ''
      : words.needOthers(hidden, total, [...new Set([
        ...explained.others.map((other) => other.family.name),
        ...explained.rows.filter((row) => row.others > 0).map((row) => row.family.name),
      ])].join(', '));
    this.#connect(listed);
    return explained;
  }

  #row(family) {
    const row = this.rows.get(family.key) ?? new Row(family);
    this.rows.set(family.key, row);
    return row;
  }

  /** Puts the rows in their order. A row that moves in the page loses the focus and a press, so all others move around that one. */
  #arrange(items) {
    const before = [...this.list.children];
    const isHeld = (item) => item.contains(document.activeElement) || item.matches(':active');
    const held = before.findIndex(isHeld);
    const hadFocus = held >= 0 && before[held].contains(document.activeElement);
    const anchor = items.indexOf(before[held]);
    if (items.length === before.length && items.every((item, index) => item === before[index])) return;
    for (const item of before) if (!items.includes(item)) item.remove();
    items.forEach((item, index) => {
      if (index < anchor) items[anchor].before(item);
      else if (index !== anchor) this.list.append(item);
    });
    // Where the row with the focus is not listed any more, the row in its place gets the focus.
    if (hadFocus && anchor < 0) items[Math.min(held, items.length - 1)].querySelector('summary')?.focus();
  }

  /** Arrows from the recognizer that decided to those that it decided about, in the margin of the list. */
  #connect(listed) {
    const names = listed.map((row) => row.family.name);
    const items = [...this.list.children];
    const place = (item) => item.offsetTop + 14;
    const paths = [];
    for (const item of items) item.classList.remove('decides');
    listed.forEach((row, index) => {
      const cause = row.change?.parsed.cause;
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
