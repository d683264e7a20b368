/** The page: reads what it is given, and shows it. Every text comes from the table of words. */
import { banner } from './explaining.js';
import { evemuOf, linesOf, save } from './exporting.js';
import { isServed, LiveFeed, replay } from './live.js';
import { Panel } from './panel.js';
import { Player } from './player.js';
import { MAXIMUM_BYTES, MAXIMUM_LINES, ReadingError, readText } from './reading.js';
import { element, Rows } from './rows.js';
import { Story } from './story.js';
import { table } from './tables.js';
import { Timeline } from './timeline.js';
import { words } from './words.js';

const $ = (id) => document.getElementById(id);

/** Zooms of the timeline by a key or a button. */
const [CLOSER, WIDER] = [0.5, 2];

/** The story in the page, and its clock. */
let story = new Story();
let player = new Player(story);
let fileName = '';
let isDirty = true;

// MARK: Colors

/** Colors by their names, from the style sheet: `contact` is `--contact`. Read anew when the theme changes. */
const palette = new Map();
function colors(name) {
  let color = palette.get(name);
  if (color === undefined) {
    color = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    palette.set(name, color);
  }
  return color;
}

function setTheme(theme) {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
  palette.clear();
  isDirty = true;
}

const panel = new Panel($('picture'), colors);
const timeline = new Timeline($('timeline'), colors);
const rows = new Rows($('rows'), $('folded'), $('arrows'));
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const darkness = matchMedia('(prefers-color-scheme: dark)');

// MARK: Speaking

/** Texts for those who hear the page: at most one a second, and the newest. */
const speaker = {
  text: null, last: -Infinity,
  say(text) { this.text = text; },
  update(now) {
    if (this.text === null || now - this.last < 1) return;
    $('spoken').textContent = this.text;
    this.text = null;
    this.last = now;
  },
};

// MARK: Drawing

let lastBanner = null;
let spokenSpan = null;

function draw() {
  const { time } = player;
  panel.isStill = stillness.matches;
  const text = panel.draw(story, time);
  if ($('picture').getAttribute('aria-label') !== text) $('picture').setAttribute('aria-label', text);
  updateSpans();
  timeline.draw(story, time);
  const explained = rows.show(story, time);
  const said = banner(story, explained);
  if (said !== lastBanner) {
    lastBanner = said;
    $('banner').textContent = said ?? '';
    if (said) speaker.say(said);
  }
  const newest = story.gesturesAt(time).at(-1)?.span ?? null;
  if (newest && newest !== spokenSpan) {
    spokenSpan = newest;
    speaker.say(words.spoken.gesture(newest.recognizer, newest.touchCount, words.states.began));
  }
  $('group').textContent = explained.group ? words.sequence(explained.group.first, explained.group.last) : '';
  $('time').textContent = words.time(time);
  $('play').textContent = player.isPlaying || player.isLive ? words.pause : words.play;
  $('speed').textContent = words.speedOf(player.speed);
  $('live').hidden = feed === null;
  $('live').setAttribute('aria-pressed', String(player.isLive && (feed?.isConnected ?? false)));
  const { from, to } = timeline.extent(story);
  const slider = $('timeline');
  slider.setAttribute('aria-valuemin', from.toFixed(3));
  slider.setAttribute('aria-valuemax', to.toFixed(3));
  slider.setAttribute('aria-valuenow', Math.min(Math.max(time, from), to).toFixed(3));
  slider.setAttribute('aria-valuetext', words.timelineText(from, to, time));
  $('export').disabled = story.lineCount === 0;
  $('range-none').disabled = timeline.range === null;
}

/** The gestures of the list: the last 200, and the chosen one as long as the story has it. */
let listed = [];
/** The story's gestures when the list was made: {count, last}. */
let known = {};
function updateSpans() {
  const { spans } = story;
  if (known.count === spans.length && known.last === spans.at(-1)) return;
  known = { count: spans.length, last: spans.at(-1) };
  if (!spans.includes(timeline.plottedSpan)) timeline.plottedSpan = null;
  listed = spans.slice(-200);
  if (timeline.plottedSpan && !listed.includes(timeline.plottedSpan)) listed.unshift(timeline.plottedSpan);
  $('plotted').replaceChildren(element('option', { value: '' }, words.noPlot), ...listed.map((span, index) =>
    element('option', { value: String(index) }, `${words.recognizer(span.recognizer, span.touchCount)}, ${words.time(span.began)}`)));
  $('plotted').selectedIndex = listed.indexOf(timeline.plottedSpan) + 1;
}

function tick(milliseconds) {
  const now = milliseconds / 1000;
  const moved = player.advance(now);
  speaker.update(now);
  try {
    if (moved || isDirty) {
      draw();
      isDirty = false;
    }
  } finally {
    // At rest nothing runs: the next event asks for a frame. A picture that fails does not end the next ones.
    isAwake = player.isMoving || speaker.text !== null;
    if (isAwake) requestAnimationFrame(tick);
  }
}

let isAwake = false;
function wake() {
  isDirty = true;
  if (isAwake) return;
  isAwake = true;
  player.since = null;
  requestAnimationFrame(tick);
}

// MARK: Reading

function begin(newStory) {
  story = newStory;
  player = new Player(story);
  timeline.view = null;
  timeline.range = null;
  known = {};
  lastBanner = null;
  spokenSpan = null;
}

function say(text) {
  $('status').textContent = text;
}

/** Shows a text of one of the three kinds. A mistake leaves what was shown. */
function open(name, text) {
  const read = new Story({ seconds: Infinity, lines: MAXIMUM_LINES });
  let kind;
  try {
    kind = readText(text, (line) => read.take(line));
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    say({
      tooLarge: words.tooLarge(MAXIMUM_BYTES / 1e6), tooManyLines: words.tooManyLines(MAXIMUM_LINES),
    }[error.word] ?? words[error.word]);
    return;
  }
  read.isRecording = kind !== 'lines';
  feed?.rest();
  begin(read);
  fileName = name;
  player.seek(story.start ?? 0);
  if (!stillness.matches) player.isPlaying = true;
  say([words.opened(name, story.lineCount), story.skipped > 0 ? words.skipped(story.skipped) : null,
    kind === 'lines' || isServed(location) ? null : words.onlyTouches].filter(Boolean).join(' '));
  wake();
  if (kind !== 'lines' && isServed(location)) addGestures(read, name, text);
}

/** Shows the gestures of a recording too, unless something else is shown by then. */
async function addGestures(read, name, text) {
  const { lines, problem } = await replay(location, text);
  if (story !== read) return;
  if (lines === undefined) say(words.notReplayed(problem));
  else open(name, lines);
}

/** The file that was chosen last: one that takes longer to read does not come after it. */
let chosenFile = null;
async function openFile(file) {
  chosenFile = file;
  if (file.size > MAXIMUM_BYTES) {
    say(words.tooLarge(MAXIMUM_BYTES / 1e6));
    return;
  }
  const read = await file.text().then((text) => ({ text }), (problem) => ({ problem }));
  if (chosenFile !== file) return;
  // A folder, or a file that has changed since: the browser has the reason.
  if (read.problem) say(words.labeled(file.name, read.problem.message));
  else open(file.name, read.text);
}

// MARK: Controls

const layers = Object.keys(words.layerNames);
for (const layer of layers) {
  const input = element('input', { type: 'checkbox', id: `layer-${layer}` });
  input.checked = panel.layers[layer];
  input.addEventListener('change', () => {
    panel.layers[layer] = input.checked;
    wake();
  });
  $('layers').append(element('label', {}, input, words.layerNames[layer]));
}
/** Choices of the export: one radio button for each. */
function choices(box, name, texts) {
  Object.entries(texts).forEach(([value, text], index) => {
    const input = element('input', { type: 'radio', name, value, id: `${name}-${value}` });
    input.checked = index === 0;
    box.append(element('label', {}, input, ` ${text}`));
  });
}
choices($('export-kinds'), 'export-kind', words.exportKinds);
choices($('export-ranges'), 'export-range', words.exportRanges);
for (const node of document.querySelectorAll('[data-word]')) node.append(words[node.dataset.word]);
for (const node of document.querySelectorAll('[data-label]')) node.setAttribute('aria-label', words[node.dataset.label]);
for (const node of document.querySelectorAll('[data-title]')) node.title = words[node.dataset.title];
document.title = words.title;
for (const [value, text] of Object.entries(words.themes)) $('theme').append(element('option', { value }, text));
for (const [keys, text] of words.keys) $('keys').append(element('dt', {}, keys), element('dd', {}, text));

$('theme').addEventListener('change', (event) => {
  setTheme(event.target.value);
  wake();
});
darkness.addEventListener('change', () => {
  palette.clear();
  wake();
});
stillness.addEventListener('change', wake);
$('open').addEventListener('click', () => $('file').click());
$('file').addEventListener('change', (event) => {
  const [file] = event.target.files;
  if (file) openFile(file);
  event.target.value = '';
});
$('play').addEventListener('click', () => {
  player.toggle();
  wake();
});
$('live').addEventListener('click', () => {
  goToNow();
  wake();
});
for (const [id, act] of Object.entries({
  'range-from': () => timeline.beginRange(story, player.time),
  'range-to': () => timeline.endRange(story, player.time),
  'range-none': () => (timeline.range = null),
  closer: () => timeline.zoom(story, player.time, CLOSER),
  wider: () => timeline.zoom(story, player.time, WIDER),
})) {
  $(id).addEventListener('click', () => {
    act();
    wake();
  });
}
$('help').addEventListener('click', () => $('keys-dialog').showModal());
$('plotted').addEventListener('change', (event) => {
  timeline.plottedSpan = listed[event.target.selectedIndex - 1] ?? null;
  wake();
});
for (const tab of document.querySelectorAll('[role=tab]')) {
  tab.addEventListener('click', () => {
    for (const other of document.querySelectorAll('[role=tab]')) other.setAttribute('aria-selected', String(other === tab));
    document.body.dataset.tab = tab.dataset.tab;
    wake();
  });
}

document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) openFile(file);
});
document.addEventListener('paste', (event) => {
  const [file] = event.clipboardData.files;
  const text = event.clipboardData.getData('text');
  if (file || text) openFile(file ?? new File([text], 'clipboard'));
});

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, select, textarea, dialog[open]') !== null;
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  const isButton = event.target.closest('button, summary') !== null;
  const actions = table({
    ' ': () => player.toggle(),
    ArrowLeft: () => (event.shiftKey ? player.stepGesture(-1) : player.stepFrame(-1)),
    ArrowRight: () => (event.shiftKey ? player.stepGesture(1) : player.stepFrame(1)),
    Home: () => player.seek(story.start ?? 0),
    End: () => player.seek(story.end),
    '-': () => player.changeSpeed(-1),
    '+': () => player.changeSpeed(1),
    l: () => feed && goToNow(),
    '[': () => timeline.beginRange(story, player.time),
    ']': () => timeline.endRange(story, player.time),
    // Some keyboards have no key for a bracket.
    i: () => timeline.beginRange(story, player.time),
    o: () => timeline.endRange(story, player.time),
    Escape: () => (timeline.range = null),
    z: () => timeline.zoom(story, player.time, event.shiftKey ? WIDER : CLOSER),
    '?': () => $('keys-dialog').showModal(),
  });
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  // A button is pressed by Space itself.
  if (!action || (isButton && event.key === ' ')) return;
  event.preventDefault();
  action();
  wake();
});

const strip = $('timeline');
/** The pointers that are down on the timeline: {x, time}. One scrubs or chooses a range, two zoom. */
const grips = new Map();
/** Each pointer holds the time that is under it: one pointer alone may have moved over the times, and the view with it. */
function hold() {
  for (const grip of grips.values()) grip.time = timeline.timeAt(story, grip.x);
}
let choosesFrom = null;
strip.addEventListener('pointerdown', (event) => {
  strip.setPointerCapture(event.pointerId);
  grips.set(event.pointerId, { x: event.offsetX });
  hold();
  if (grips.size === 1) {
    const { time } = grips.get(event.pointerId);
    choosesFrom = event.shiftKey ? time : null;
    if (!event.shiftKey) player.seek(time);
  }
  wake();
});
strip.addEventListener('pointermove', (event) => {
  const grip = grips.get(event.pointerId);
  const time = timeline.timeAt(story, event.offsetX);
  timeline.hover = time;
  if (grip) grip.x = event.offsetX;
  if (grips.size === 2) timeline.fit(story, [...grips.values()]);
  else if (grip && choosesFrom !== null) timeline.range = { from: Math.min(choosesFrom, time), to: Math.max(choosesFrom, time) };
  else if (grip) player.seek(time);
  wake();
});
for (const name of ['pointerup', 'pointercancel']) {
  strip.addEventListener(name, (event) => {
    grips.delete(event.pointerId);
    hold();
  });
}
strip.addEventListener('pointerleave', () => {
  timeline.hover = null;
  wake();
});
strip.addEventListener('wheel', (event) => {
  event.preventDefault();
  timeline.zoom(story, timeline.timeAt(story, Math.max(event.offsetX, timeline.left)), event.deltaY > 0 ? 1.25 : 0.8);
  wake();
}, { passive: false });
// A text that grows can move a line of buttons, and so change the room of a picture.
const sizes = new ResizeObserver(wake);
for (const canvas of [panel.canvas, timeline.canvas]) sizes.observe(canvas);

// MARK: Export

$('export').addEventListener('click', () => {
  $('export-range-chosen').disabled = timeline.range === null;
  document.querySelector(`[name=export-range][value=${timeline.range ? 'chosen' : 'all'}]`).checked = true;
  // Escape leaves the value of the last time, which may be to save.
  $('export-dialog').returnValue = '';
  $('export-dialog').showModal();
});
$('export-dialog').addEventListener('close', () => {
  if ($('export-dialog').returnValue !== 'save') return;
  const data = new FormData($('export-form'));
  const isRange = data.get('export-range') === 'chosen' && timeline.range;
  const options = {
    from: isRange ? timeline.range.from : -Infinity, to: isRange ? timeline.range.to : Infinity,
    zero: data.has('export-zero'), anonymous: data.has('export-names'),
  };
  const base = (fileName || 'gestures').replace(/\.[a-z]+$/, '');
  switch (data.get('export-kind')) {
    case 'recording':
      for (const device of new Set(story.tracks.map((track) => track.device))) {
        save(`${base}.events`, evemuOf(story, device, options), 'text/plain');
      }
      break;
    case 'lines': save(`${base}.jsonl`, linesOf(story, options), 'application/x-ndjson'); break;
    case 'picture': $('picture').toBlob((blob) => blob && save(`${base}.png`, blob, 'image/png')); break;
  }
});

// MARK: Beginning

let feed = null;
/** The story of the connection. The page may show another one: a recording, or the story of an earlier connection. */
let liveStory = story;

function goToNow() {
  feed.resume();
  if (story !== liveStory) begin(liveStory);
  player.goLive();
}

function goLive() {
  player.goLive();
  feed = new LiveFeed(location, {
    started() {
      liveStory = new Story();
      // A reader of an earlier moment keeps that moment. Its story is over.
      if (!player.isLive) {
        player.isOpen = false;
        return;
      }
      begin(liveStory);
      player.goLive();
    },
    line(text) {
      liveStory.take(text);
      wake();
    },
    state(text) {
      say(text);
      wake();
    },
  });
}

const embedded = $('data');
if (embedded) {
  const { name, lines } = JSON.parse(embedded.textContent);
  open(String(name), lines.map((line) => JSON.stringify(line)).join('\n'));
} else if (isServed(location)) goLive();
else say(words.openHint);
wake();

/** For tests and for a console: the moment that is shown, the story and the picture. */
globalThis.gesturedView = {
  get story() { return story; },
  get player() { return player; },
  panel, timeline,
  open, wake,
  drawAt(time) {
    player.seek(time);
    draw();
  },
};
