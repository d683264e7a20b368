/**
 * Every text that the view shows, in one table. A translation replaces this file.
 *
 * Texts with values are functions. Units stand here, so no other file joins a number and its unit.
 */

/** A number with at most `decimals` decimals and without trailing zeros, as the lines of the wire have it. */
export function number(value, decimals = 4) {
  if (!Number.isFinite(value)) return '?';
  const text = value.toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
}

/** `1 finger`, `3 fingers`. */
export function fingers(count) {
  return count === 1 ? '1 finger' : `${count} fingers`;
}

/** `1 finger`, `1 to 5 fingers`, `1, 3 and 4 fingers`. */
export function fingerCounts(counts) {
  const sorted = [...new Set(counts)].sort((a, b) => a - b);
  if (sorted.length === 0) return 'no fingers';
  const last = sorted[sorted.length - 1];
  if (sorted.length === 1) return fingers(last);
  if (sorted.length > 2 && last - sorted[0] === sorted.length - 1) return `${sorted[0]} to ${last} fingers`;
  return `${sorted.slice(0, -1).join(', ')} and ${last} fingers`;
}

export const words = {
  title: 'gestured view',
  // The bar at the top.
  open: 'Open…',
  openHint: 'Drop, paste or choose JSON lines of gestured --dump, or a recording of evemu or libinput.',
  export: 'Export…',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  display: 'Display',
  layerNames: {
    regions: 'Regions', trails: 'Trails', gestures: 'Gestures', exclusions: 'Exclusion zones', slop: 'Slop circles',
    coalesced: 'Coalesced places', predicted: 'Predicted places',
  },
  help: 'Keys',
  keys: [
    ['Space', 'pause, and continue'],
    ['← →', 'one frame back, one frame on'],
    ['Shift ← →', 'to the gesture before, to the next gesture'],
    ['Home, End', 'to the beginning, to the end'],
    ['− +', 'slower, faster'],
    ['L', 'live: to the newest line'],
    ['Shift and drag', 'in the timeline: choose a range to export'],
    ['[ ], or I, O', 'the range to export begins, ends at this moment'],
    ['Escape', 'no range'],
    ['Z, Shift Z', 'zoom the timeline in, out around this moment'],
    ['Wheel, two fingers', 'in the timeline: zoom'],
    ['?', 'this list'],
  ],
  // The clock.
  play: 'Play',
  pause: 'Pause',
  live: 'Live',
  speed: 'Speed',
  speedOf: (value) => `${number(value, 2)} ×`,
  time: (seconds) => `${number(seconds, 3)} s`,
  // The picture.
  picture: 'Touchscreen',
  device: (name, width, height) => `${name}, ${number(width, 1)} × ${number(height, 1)} mm`,
  noDevice: 'No touchscreen yet.',
  nothingOpen: 'Open a recording, or drop one here.',
  ruler: (mm) => `${number(mm, 0)} mm`,
  contact: (id, taps) => (taps > 1 ? `${id} · tap ${taps}` : `${id}`),
  region: (name, owner) => (owner && owner !== 'configuration' ? `${name} (${owner})` : name),
  exclusion: (name, types) => `${name}: ignores ${Array.isArray(types) ? types.join(', ') : 'touches'}`,
  labeled: (name, value) => `${name}: ${value}`,
  factor: (value) => `× ${number(value, 2)}`,
  degrees: (radians) => `${number((radians * 180) / Math.PI, 1)}°`,
  velocity: (value) => `${number(value, 0)} mm/s`,
  millimeters: (value) => `${number(value, 2)} mm`,
  milliseconds: (value) => `${number(value, 0)} ms`,
  seconds: (value) => `${number(value, 2)} s`,
  private: 'Private mode: lines are withheld.',
  pictureText: (contacts, gestures, device) => {
    const parts = [contacts.length === 0 ? 'No finger is down' : `${fingers(contacts.length)} down`];
    if (device) parts.push(`on ${device}`);
    const text = parts.join(' ');
    return gestures.length === 0 ? `${text}.` : `${text}. Gestures: ${gestures.join(', ')}.`;
  },
  // Recognizers.
  recognizers: 'Recognizers',
  nothingYet: 'Recognizers are listed here, with the reasons why they fired or did not.',
  noRecognizers: 'This record has no transitions of recognizers.',
  onlyTouches: 'These are only touches. gesturectl view FILE shows the gestures too.',
  states: {
    idle: 'idle', possible: 'possible', began: 'began', changed: 'active', ended: 'ended', fired: 'fired',
    failed: 'failed', cancelled: 'cancelled', waits: 'waits',
  },
  outcomes: {
    fired: 'fired', began: 'began', ended: 'ended', waits: 'waits', failed: 'did not fire',
    cancelled: 'was cancelled',
  },
  forFingers: (counts) => `for ${fingerCounts(counts)}`,
  recognizer: (name, count) => (count > 1 ? `${name} ${count}` : name),
  ofClient: (name, client) => `${name} of client ${client}`,
  needOthers: (count, total, names) => `${count} of ${total} need other fingers: ${names}`,
  measure: (value, limit, unit) => `${unit(value)} of ${unit(limit)}`,
  preventedBy: (name) => `decided by ${name}`,
  transitions: 'Transitions',
  transition: (time, counts, outcome, text) => `${number(time, 3)} s, ${fingerCounts(counts)}: ${outcome}: ${text}`,
  change: 'To allow it, add these lines to the configuration:',
  copy: 'Copy',
  copied: 'Copied',
  banner: (name, count, text) => `Nothing fired. The nearest was ${name} with ${fingers(count)}: ${text}.`,
  bannerEmpty: 'Nothing fired.',
  firedBanner: (names) => `Fired: ${names}.`,
  sequence: (first, last) => (first === last ? `Sequence ${first}` : `Sequences ${first} to ${last}`),
  units: {
    mm: (value) => `${number(value)} mm`,
    ms: (value) => `${number(value)} ms`,
    '°': (value) => `${number(value)}°`,
    '%': (value) => `${number(value)} %`,
    touches: (value) => (number(value) === '1' ? '1 finger' : `${number(value)} fingers`),
  },
  another: 'another',
  theOther: 'the other',
  adviceToSet: (key, value) => `to allow it, set ${key} to ${value}, now 0: no more than touches`,
  advice: (verb, key, value) => `to allow it, ${verb} ${key}, now ${value}`,
  adviceToo: (text, key, value) => `${text}, and ${key}, now ${value}`,
  verbs: { raise: 'raise', lower: 'lower', change: 'change' },
  // The timeline.
  timeline: 'Timeline',
  lanes: { contacts: 'Touches', gestures: 'Gestures', changes: 'Changes' },
  timelineText: (from, to, now) => `From ${number(from, 2)} to ${number(to, 2)} s, at ${number(now, 2)} s.`,
  tools: 'Range and zoom',
  rangeFromSign: '[',
  rangeFrom: 'The range to export begins here',
  rangeToSign: ']',
  rangeTo: 'The range to export ends here',
  rangeNoneSign: '×',
  rangeNone: 'No range',
  closerSign: '+',
  closer: 'Zoom in',
  widerSign: '−',
  wider: 'Zoom out',
  plots: 'Plots',
  plotNames: { x: 'x, mm', y: 'y, mm', speed: 'speed, mm/s' },
  plotOf: 'Values of',
  noPlot: 'Touches only',
  missing: (count) => (count === 1 ? '1 line missing' : `${number(count, 0)} lines missing`),
  reading: (name, value) => `${name} ${number(value, 2)}`,
  // Export.
  exportTitle: 'Export',
  exportWarning: 'Places of touches tell what was typed. Share a record only with people who may know that.',
  exportWhat: 'What',
  exportKinds: { recording: 'a recording for gestured --replay', lines: 'JSON lines', picture: 'the picture as PNG' },
  exportRange: 'Range',
  exportRanges: { all: 'everything', chosen: 'the chosen range' },
  exportZero: 'Times begin at 0',
  exportNames: 'Names of devices become “screen”',
  exportScreen: 'screen',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  // Reading.
  opened: (name, lines) => (lines === 1 ? `${name}: 1 line.` : `${name}: ${number(lines, 0)} lines.`),
  skipped: (count) => (count === 1 ? 'Skipped 1 line that gestured does not write.' : `Skipped ${count} lines that gestured does not write.`),
  tooLarge: (megabytes) => `The file is larger than ${megabytes} MB.`,
  tooManyLines: (count) => `The file has more than ${number(count / 1e6, 0)} million lines.`,
  unknownKind: 'This file is neither JSON lines of gestured nor a recording of evemu or libinput.',
  emptyFile: 'The file has no touches.',
  nothing: 'The file is empty.',
  notReplayed: (problem) => `These are only touches. gestured says: ${problem}`,
  connecting: 'Connecting to gestured…',
  connected: 'Connected to gestured.',
  lost: (reason) => (reason ? `The connection ended: ${reason}.` : 'The connection ended.'),
  refusedPage: (reason) => `The connection ended: ${reason || 'the address is not valid'}. Open the address that gesturectl view has printed last.`,
  noTouches: 'Connected to gestured. The view shows places of gestures only. Touches need gestured-raw.socket and the group gestured-raw.',
  refused: (message) => `gestured refused: ${message}`,
  spoken: {
    gesture: (name, count, state) => `${name} with ${fingers(count)}: ${state}`,
    failed: (text) => text,
  },
};
