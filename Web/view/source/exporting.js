/** A story, or a stretch of it, as a recording for `gestured --replay` or as JSON lines. */
import { sizeOf } from './story.js';
import { words } from './words.js';

/** The units of a millimeter in a recording: places are kept at 0.01 mm. */
const UNITS = 100;
const LARGEST = 2 ** 31 - 1;
const unitsOf = (mm) => Math.min(Math.max(Math.round(mm * UNITS), 0), LARGEST);
const hex = (number, digits) => number.toString(16).padStart(digits, '0');

/**
 * The touches of a screen as a recording of evemu.
 *
 * @param options `from` and `to` in seconds, `zero`: times begin at 0, `anonymous`: the name becomes “screen”
 */
export function evemuOf(story, device, { from, to, zero, anonymous }) {
  const line = story.devices.get(device)?.at(from);
  const [width, height] = sizeOf(line);
  // Evemu's names end with the line.
  const name = anonymous ? words.exportScreen : String(line?.name ?? '').replace(/[\u0000-\u001f\u007f]/g, '?');
  const tracks = story.tracks.filter((track) => track.device === device && track.began <= to && (track.ended ?? Infinity) >= from);
  const { slots, count } = assignSlots(tracks);
  const slotCount = Math.max(11, count);
  const head = [
    '# EVEMU 1.3', `N: ${name}`, 'I: 0003 0000 0000 0001', `P: ${bits([1], 8)}`,
    ...bitLines(0, [0, 1, 3], 8), ...bitLines(1, [0x14a], 96), ...bitLines(2, [], 8),
    ...bitLines(3, [0x2f, 0x35, 0x36, 0x39], 8), ...bitLines(4, [], 8), ...bitLines(5, [], 8), ...bitLines(0x11, [], 8),
    ...bitLines(0x12, [], 8), ...bitLines(0x14, [], 8), ...bitLines(0x15, [], 16),
    `A: 2f 0 ${slotCount - 1} 0 0 0`,
    // The first and the last unit are on the screen.
    `A: 35 0 ${unitsOf(width - 1 / UNITS)} 0 0 ${UNITS}`, `A: 36 0 ${unitsOf(height - 1 / UNITS)} 0 0 ${UNITS}`,
    'A: 39 0 65535 0 0 0',
  ];
  const samples = [];
  tracks.forEach((track, number) => {
    for (let index = 0; index < track.count; index += 1) {
      const isLast = index === track.count - 1 && track.ended !== null;
      if (track.times[index] < from || track.times[index] > to) continue;
      samples.push({ time: track.times[index], track, number, index, isLast: isLast && index > 0 });
    }
    if (track.ended !== null && track.ended <= to && track.count === 1) {
      samples.push({ time: track.ended, track, number, index: 0, isLast: true });
    }
  });
  samples.sort((a, b) => a.time - b.time || a.number - b.number);
  const origin = zero ? samples[0]?.time ?? 0 : 0;
  const events = [];
  const landed = new Set();
  let down = 0;
  for (let first = 0; first < samples.length;) {
    const { time } = samples[first];
    const stamp = (time - origin).toFixed(6);
    const event = (type, code, value) => events.push(`E: ${stamp} ${hex(type, 4)} ${hex(code, 4)} ${value}`);
    const before = down;
    let next = first;
    for (; next < samples.length && samples[next].time === time; next += 1) {
      const { track, number, index, isLast } = samples[next];
      event(3, 0x2f, slots.get(track));
      if (!landed.has(track)) {
        landed.add(track);
        down += 1;
        event(3, 0x39, (number % 65535) + 1);
      }
      event(3, 0x35, unitsOf(track.xs[index]));
      event(3, 0x36, unitsOf(track.ys[index]));
      if (isLast) {
        event(3, 0x39, -1);
        down -= 1;
      }
    }
    if ((before === 0) !== (down === 0)) event(1, 0x14a, down === 0 ? 0 : 1);
    event(0, 0, 0);
    first = next;
  }
  return [...head, ...events, ''].join('\n');
}

/** The lowest slot that is free during each touch, and the number of slots. */
function assignSlots(tracks) {
  const slots = new Map();
  const busy = [];
  for (const track of tracks) {
    let slot = busy.findIndex((until) => until < track.began);
    if (slot < 0) slot = busy.length;
    busy[slot] = track.ended ?? Infinity;
    slots.set(track, slot);
  }
  return { slots, count: busy.length };
}

function bits(set, bytes) {
  const values = new Array(bytes).fill(0);
  for (const bit of set) values[bit >> 3] |= 1 << (bit & 7);
  return values.map((value) => hex(value, 2)).join(' ');
}

function bitLines(type, set, bytes) {
  const all = bits(set, bytes).split(' ');
  const lines = [];
  for (let start = 0; start < all.length; start += 8) lines.push(`B: ${hex(type, 2)} ${all.slice(start, start + 8).join(' ')}`);
  return lines;
}

/** The lines of a stretch, one JSON object each. */
export function linesOf(story, { from, to, zero, anonymous }) {
  const origin = zero ? story.times.find((time) => time >= from) ?? 0 : 0;
  const lines = [];
  for (let index = 0; index < story.texts.length; index += 1) {
    const time = story.times[index];
    const text = story.texts[index];
    const isHead = /^\{"type":"(hello|device|region|recognizer)"/.test(text) && time <= from;
    if (!isHead && (time < from || time > to)) continue;
    if (!zero && !anonymous) lines.push(text);
    else lines.push(JSON.stringify(rewrite(JSON.parse(text), origin, anonymous)));
  }
  return `${lines.join('\n')}\n`;
}

function rewrite(value, origin, anonymous) {
  if (Array.isArray(value)) return value.map((each) => rewrite(each, origin, anonymous));
  if (value === null || typeof value !== 'object') return value;
  const made = {};
  for (const [key, each] of Object.entries(value)) {
    if (key === 'time' && Number.isFinite(each)) made[key] = Math.max(0, Math.round((each - origin) * 1e6) / 1e6);
    else if (key === 'unix_time' && origin !== 0) continue;
    else if (key === 'name' && anonymous && value.type === 'device') made[key] = words.exportScreen;
    else made[key] = rewrite(each, origin, anonymous);
  }
  return made;
}

/** Offers a text or a picture as a file. */
export function save(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
