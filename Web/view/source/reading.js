/**
 * Files to lines of the wire. Three kinds are read, and the content tells which one it is: JSON lines, recordings of
 * evemu, and recordings of libinput. A recording has touches only, as recognizing is the daemon's business.
 */

export const MAXIMUM_BYTES = 50e6;
export const MAXIMUM_LINES = 2e6;

/** Why a text was refused: a key of the table of words. */
export class ReadingError extends Error {
  constructor(word) {
    super(word);
    this.word = word;
  }
}

/** The kind of a text: `lines`, `evemu`, `libinput`, or null. */
export function kindOf(text) {
  const head = text.slice(0, 4096);
  if (/^\s*\{/.test(head)) return 'lines';
  if (/^(#\s*EVEMU|[NIPBA]: |E: )/m.test(head)) return 'evemu';
  if (/^(version: \d|ndevices: |libinput:)/m.test(head)) return 'libinput';
  return null;
}

/**
 * Calls `take` with each line of the wire that a text has.
 *
 * @returns the kind of the text
 * @throws ReadingError for a text that is too long or of no known kind
 */
export function readText(text, take) {
  if (text.length > MAXIMUM_BYTES) throw new ReadingError('tooLarge');
  if (text.trim() === '') throw new ReadingError('nothing');
  const kind = kindOf(text);
  if (kind === null) throw new ReadingError('unknownKind');
  const count = { lines: 0 };
  for (const line of linesOf(text)) {
    count.lines += 1;
    if (count.lines > MAXIMUM_LINES) throw new ReadingError('tooManyLines');
  }
  if (kind === 'lines') {
    for (const line of linesOf(text)) if (line.trim() !== '') take(line);
    return kind;
  }
  const devices = kind === 'evemu' ? readEvemu(text) : readLibinput(text);
  let hasTouches = false;
  devices.forEach((device, index) => {
    const frames = new FrameReader(device, index + 1);
    if (!frames.isTouchscreen) return;
    hasTouches = true;
    for (const line of frames.lines()) take(JSON.stringify(line));
  });
  if (!hasTouches) throw new ReadingError('emptyFile');
  return kind;
}

function* linesOf(text) {
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** A device of a recording: its name, its axes by code ({minimum, maximum, resolution}), and its events. */
function emptyDevice() {
  return { name: '', axes: new Map(), events: [] };
}

const hexadecimal = (text) => Number.parseInt(text, 16);

/** `N:` names, `A:` axes, `E:` events: seconds, type and code in hexadecimal, and the value. */
function readEvemu(text) {
  const device = emptyDevice();
  for (const line of linesOf(text)) {
    let found;
    if ((found = /^N:\s*(.*)$/.exec(line))) device.name = found[1].trim();
    else if ((found = /^A:\s*([0-9a-f]+)\s+(-?\d+)\s+(-?\d+)\s+\S+\s+\S+(?:\s+(-?\d+))?/i.exec(line))) {
      device.axes.set(hexadecimal(found[1]), axis(found[2], found[3], found[4]));
    } else if ((found = /^E:\s*(\d+\.\d+)\s+([0-9a-f]+)\s+([0-9a-f]+)\s+(-?\d+)/i.exec(line))) {
      device.events.push([Number(found[1]), hexadecimal(found[2]), hexadecimal(found[3]), Number(found[4])]);
    }
  }
  return [device];
}

function axis(minimum, maximum, resolution) {
  return { minimum: Number(minimum), maximum: Number(maximum), resolution: Number(resolution ?? 0) };
}

/** `libinput record` writes one event or axis a line, as a list in brackets. */
function readLibinput(text) {
  const devices = [];
  let device = null;
  for (const line of linesOf(text)) {
    let found;
    if (/^- node:/.test(line)) devices.push((device = emptyDevice()));
    else if (device === null) continue;
    else if ((found = /^\s+name: "?(.*?)"?\s*$/.exec(line))) device.name ||= found[1];
    else if ((found = /^\s+(?:- )?(\d+): \[([-\d, ]+)\]/.exec(line))) {
      const values = found[2].split(',').map(Number);
      if (values.length >= 5) device.axes.set(Number(found[1]), axis(values[0], values[1], values[4]));
    } else if ((found = /^\s+- \[\s*(\d+),\s*(\d+),\s*(\d+),\s*(\d+),\s*(-?\d+)\]/.exec(line))) {
      const [seconds, microseconds, type, code, value] = found.slice(1).map(Number);
      device.events.push([seconds + microseconds / 1e6, type, code, value]);
    }
  }
  return devices;
}

// Types and codes of linux/input-event-codes.h.
const SYN = 0, KEY = 1, ABS = 3;
const SYN_REPORT = 0;
const ABS_X = 0x00, ABS_Y = 0x01, BTN_TOUCH = 0x14a;
const SLOT = 0x2f, TOUCH_MAJOR = 0x30, X = 0x35, Y = 0x36, TRACKING_ID = 0x39;
const MAXIMUM_SLOTS = 256;
/** The width of a panel that does not tell its own, as the daemon guesses it, in mm. */
const GUESSED_WIDTH = 160;

/** Events of a device to `device` and `touches` lines. */
class FrameReader {
  constructor(device, number) {
    this.device = device;
    this.number = number;
    this.hasSlots = device.axes.has(TRACKING_ID);
    this.x = device.axes.get(X) ?? device.axes.get(ABS_X);
    this.y = device.axes.get(Y) ?? device.axes.get(ABS_Y);
    this.isTouchscreen = this.x !== undefined && this.y !== undefined && span(this.x) > 0 && span(this.y) > 0
      && device.events.some(([, type]) => type === ABS);
  }

  *lines() {
    const { x, y } = this;
    // A panel covers its last unit, too.
    const [across, down] = [span(x) + 1, span(y) + 1];
    const width = x.resolution > 0 ? across / x.resolution : GUESSED_WIDTH;
    const height = y.resolution > 0 ? down / y.resolution : (width * down) / across;
    this.scale = [width / across, height / down];
    const first = this.device.events[0]?.[0] ?? 0;
    const description = {
      type: 'device', time: first, device: this.number, state: 'added', name: this.device.name,
      size: [round(width), round(height)],
      size_source: x.resolution > 0 ? 'resolution' : 'fallback',
      max_touches: this.device.axes.get(SLOT) ? Math.min(this.device.axes.get(SLOT).maximum + 1, MAXIMUM_SLOTS) : 1,
      rotation: 0,
    };
    yield description;
    /** By slot: {id, x, y, major, touch}; `touch` is the number of the touch on the wire. */
    const slots = new Map();
    let slot = 0, nextTouch = 1, sequence = 0, last = first, single = null;
    for (const [stamp, type, code, value] of this.device.events) {
      const time = Math.max(stamp, last);
      last = time;
      if (type === ABS && code === SLOT) slot = value;
      else if (type === ABS && this.hasSlots) {
        if (slot < 0 || slot >= MAXIMUM_SLOTS) continue;
        const contact = slots.get(slot) ?? { id: -1, touch: null };
        slots.set(slot, contact);
        if (code === TRACKING_ID) contact.id = value;
        else if (code === X) contact.x = value;
        else if (code === Y) contact.y = value;
        else if (code === TOUCH_MAJOR) contact.major = value;
      } else if (type === ABS) {
        single ??= { id: -1, touch: null };
        slots.set(0, single);
        if (code === ABS_X) single.x = value;
        else if (code === ABS_Y) single.y = value;
      } else if (type === KEY && code === BTN_TOUCH && !this.hasSlots) {
        single ??= { id: -1, touch: null };
        slots.set(0, single);
        single.id = value ? 0 : -1;
      } else if (type === SYN && code === SYN_REPORT) {
        if (![...slots.values()].some((contact) => contact.touch !== null)) {
          if ([...slots.values()].some((contact) => contact.id >= 0)) sequence += 1;
        }
        const changes = { began: [], moved: [], ended: [] };
        for (const contact of slots.values()) {
          // A tracking id that is replaced without −1 is a lift and a landing.
          if (contact.touch !== null && contact.id !== contact.told) {
            changes.ended.push(this.#touch(contact));
            contact.touch = null;
          }
          if (!Number.isFinite(contact.x) || !Number.isFinite(contact.y) || contact.id < 0) continue;
          if (contact.touch === null) {
            contact.touch = nextTouch;
            contact.told = contact.id;
            nextTouch += 1;
            changes.began.push(this.#touch(contact));
          } else if (contact.x !== contact.toldX || contact.y !== contact.toldY) changes.moved.push(this.#touch(contact));
          contact.toldX = contact.x;
          contact.toldY = contact.y;
        }
        for (const [phase, touches] of Object.entries(changes)) {
          if (touches.length === 0) continue;
          yield { type: 'touches', time, device: this.number, sequence, region: 'root', phase, touches };
        }
      }
    }
    yield { ...description, time: last, state: 'removed' };
  }

  #touch(contact) {
    const touch = {
      id: contact.touch,
      location: [round((contact.x - this.x.minimum) * this.scale[0]), round((contact.y - this.y.minimum) * this.scale[1])],
      tap_count: 1,
    };
    const resolution = this.x.resolution;
    if (contact.major > 0 && resolution > 0) touch.radius = round(contact.major / resolution / 2);
    return touch;
  }
}

function span(axis) {
  return axis.maximum - axis.minimum;
}

function round(value) {
  return Math.round(value * 1e4) / 1e4;
}
