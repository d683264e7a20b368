/** The timeline: contacts as bars, gestures as spans, transitions as ticks, sequences as brackets; and the plots below. */
import { hatch } from './panel.js';
import { place, upperBound } from './story.js';
import { table } from './tables.js';
import { words } from './words.js';

const ROW = 7;
/** The height of a row of gestures with their names, where the timeline is high enough. */
const NAMED_ROW = 13;
const NAMED_HEIGHT = 150;
/** The rows of a kind of bar; more of them share the last row. */
const ROWS = { contacts: 5, gestures: 3 };
/** The room beside the times; a wide timeline has its names there. */
const RIGHT = 8;
const LEFT = { narrow: 8, wide: 80 };
const WIDE = 600;
/** The shortest stretch in view, in seconds. */
const SHORTEST = 0.05;
/** The most steps of the ruler. */
const MARKS = 8;

/** The stretch of the whole story, in seconds. */
function whole(story) {
  const from = story.start ?? 0;
  return { from, to: Math.max(story.end, from + 0.1) };
}

/** The pixels of a stretch as one number. Where many things are as good as in one place, the first one is drawn. */
function pixelsOf(left, right) {
  return Math.floor(left) * 65_536 + Math.floor(right);
}

export class Timeline {
  constructor(canvas, colors) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.colors = colors;
    /** The stretch in view, in seconds; `null` follows the whole story. */
    this.view = null;
    /** The chosen stretch, for an export; null for none. */
    this.range = null;
    /** The time under the pointer, for the plots' numbers. */
    this.hover = null;
    this.plottedSpan = null;
    /** The time that was drawn last. */
    this.time = null;
  }

  get left() {
    return this.canvas.clientWidth >= WIDE ? LEFT.wide : LEFT.narrow;
  }

  extent(story) {
    return this.view ?? whole(story);
  }

  timeAt(story, x) {
    const { from, to } = this.extent(story);
    return from + ((x - this.left) / Math.max(this.canvas.clientWidth - this.left - RIGHT, 1)) * (to - from);
  }

  /** Shows more or less around a time, which stays where it is; 0.5 doubles the size. */
  zoom(story, around, factor) {
    const { from, to } = this.extent(story);
    const length = Math.max((to - from) * factor, SHORTEST);
    this.#show(story, around - ((around - from) / (to - from)) * length, length);
  }

  /** Shows two times at two places, which fingers hold: [{x, time}, {x, time}]. */
  fit(story, [one, other]) {
    const pixels = Math.max(Math.abs(other.x - one.x), 1);
    const perPixel = Math.abs(other.time - one.time) / pixels;
    const length = Math.max(perPixel * (this.canvas.clientWidth - this.left - RIGHT), SHORTEST);
    const first = one.x < other.x ? one : other;
    this.#show(story, first.time - (first.x - this.left) * perPixel, length);
  }

  /** Shows a stretch, moved into the story where it reaches beyond. */
  #show(story, from, length) {
    const { from: start, to: end } = whole(story);
    const begin = Math.min(Math.max(from, start), end - length);
    this.view = length >= end - start ? null : { from: begin, to: begin + length };
  }

  /** The range begins at a time. Its end stays, or is the end of the story. */
  beginRange(story, time) {
    this.range = { from: time, to: this.range?.to > time ? this.range.to : Math.max(story.end, time) };
  }

  /** The range ends at a time. Its beginning stays, or is that of the story. */
  endRange(story, time) {
    this.range = { from: this.range?.from < time ? this.range.from : Math.min(story.start ?? 0, time), to: time };
  }

  draw(story, time) {
    const { context, canvas } = this;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    // The time in which the last touches fade belongs to the end.
    const now = Math.min(time, whole(story).to);
    this.#follow(now);
    const { from, to } = this.extent(story);
    const { left: edge } = this;
    const x = (at) => edge + ((at - from) / (to - from)) * (width - edge - RIGHT);
    this.#ruler(from, to, x, height);
    const row = height >= NAMED_HEIGHT ? NAMED_ROW : ROW;
    // Below the ruler and the brackets.
    const contacts = 27;
    const gestures = contacts + ROWS.contacts * ROW + 3;
    const changes = gestures + ROWS.gestures * row + 3;
    const bottom = changes + 12;
    this.#clip();
    if (this.range) {
      context.fillStyle = this.colors('hit');
      context.fillRect(x(this.range.from), 0, x(this.range.to) - x(this.range.from), height);
    }
    let drawn = -1;
    for (const sequence of story.sequences) {
      const end = sequence.settled ?? sequence.ended ?? story.end;
      if (end < from || sequence.began > to) continue;
      const pixels = pixelsOf(x(sequence.began), x(end));
      if (pixels === drawn) continue;
      drawn = pixels;
      context.strokeStyle = this.colors('muted');
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x(sequence.began), 23);
      context.lineTo(x(sequence.began), 18);
      context.lineTo(x(end), 18);
      context.lineTo(x(end), 23);
      context.stroke();
    }
    this.#bars(story.tracks, from, to, x, contacts, ROWS.contacts, ROW, story.end, (track) => (track.pen ? 'pen' : 'contact'));
    this.#bars(story.spans, from, to, x, gestures, ROWS.gestures, row, story.end, (span) => (span.wasCancelled ? 'failed' : 'fired'),
      (span) => words.recognizer(span.recognizer, span.touchCount));
    this.#ticks(story, from, to, x, changes);
    for (const gap of [...story.gaps, ...story.leases]) {
      const ended = gap.ended ?? story.end;
      if (ended < from || gap.began > to) continue;
      const [left, right] = [x(gap.began), Math.max(x(ended), x(gap.began) + 6)];
      hatch(context, left, 14, right - left, bottom - 14, this.colors('failed'));
      context.font = '11px system-ui, sans-serif';
      context.textAlign = 'left';
      context.fillStyle = this.colors('text');
      if (gap.missing !== undefined) context.fillText(words.missing(gap.missing), Math.max(right + 4, edge), bottom - 4);
    }
    context.restore();
    this.#name(words.lanes.contacts, contacts, gestures - 5);
    this.#name(words.lanes.gestures, gestures, changes - 5);
    this.#name(words.lanes.changes, changes, bottom + 8);
    if (height - bottom > 40) this.#plots(story, from, to, x, bottom + 6, height - bottom - 10, time);
    this.#clip();
    context.strokeStyle = this.colors('text');
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x(now), 0);
    context.lineTo(x(now), height);
    context.stroke();
    context.restore();
  }

  /** Keeps a time that moves in view. A stretch that the reader has moved stays as long as the time stands. */
  #follow(time) {
    if (this.view && time !== this.time) {
      const length = this.view.to - this.view.from;
      const begin = Math.min(Math.max(this.view.from, time - length), time);
      if (begin !== this.view.from) this.view = { from: begin, to: begin + length };
    }
    this.time = time;
  }

  /** Keeps what follows beside the names and the margin, until `restore`. A line at the edge has its whole width. */
  #clip() {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(this.left - 3, 0, this.canvas.clientWidth - RIGHT - this.left + 6, this.canvas.clientHeight);
    context.clip();
  }

  #ruler(from, to, x, height) {
    const { context } = this;
    const raw = (to - from) / MARKS;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw);
    context.font = '10px system-ui, sans-serif';
    context.textAlign = 'center';
    // Marks are counted: beside a huge time, a step is too small to add.
    const first = Math.ceil(from / step);
    for (let mark = 0; mark <= MARKS; mark += 1) {
      const at = (first + mark) * step;
      if (at > to) break;
      context.strokeStyle = this.colors('grid');
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x(at), 12);
      context.lineTo(x(at), height);
      context.stroke();
      context.fillStyle = this.colors('muted');
      context.fillText(words.time(at), Math.min(Math.max(x(at), 22), this.canvas.clientWidth - 22), 10);
    }
  }

  /** The name of a lane or of a plot: beside it, or else over the end of a lane at `bottom`. */
  #name(name, top, bottom = null) {
    const isBeside = this.left === LEFT.wide;
    if (!isBeside && bottom === null) return;
    const { context } = this;
    context.font = isBeside ? '11px system-ui, sans-serif' : '10px system-ui, sans-serif';
    context.textAlign = 'left';
    const [x, y] = isBeside ? [2, top + 8] : [LEFT.narrow + 2, bottom];
    if (!isBeside) {
      // A rim keeps the name readable over bars.
      context.lineWidth = 3;
      context.lineJoin = 'round';
      context.strokeStyle = this.colors('surface');
      context.strokeText(name, x, y);
    }
    context.fillStyle = this.colors('muted');
    context.fillText(name, x, y);
  }

  /** Bars of things that last, each in the first row that is free. `nameOf` names them, where a row has room for a name. */
  #bars(items, from, to, x, top, rows, pitch, end, color, nameOf = null) {
    const { context } = this;
    const free = new Array(rows).fill(-Infinity);
    const drawn = new Array(rows).fill(-1);
    const right = this.canvas.clientWidth - RIGHT;
    for (const item of items) {
      const until = item.ended ?? end;
      if (item.began > to) break;
      if (until < from) continue;
      let row = free.findIndex((busy) => busy <= item.began);
      if (row < 0) row = rows - 1;
      free[row] = until;
      const left = Math.max(x(item.began), this.left);
      const width = Math.max(Math.min(x(until), right) - left, 3);
      const pixels = pixelsOf(left, left + width);
      if (pixels === drawn[row]) continue;
      drawn[row] = pixels;
      context.fillStyle = this.colors(color(item));
      const upper = top + row * pitch;
      context.fillRect(left, upper, width, pitch - 2);
      if (item.wasCancelled) hatch(context, left, upper, width, pitch - 2, this.colors('screen'));
      if (!nameOf || pitch < NAMED_ROW) continue;
      const name = nameOf(item);
      context.font = '10px system-ui, sans-serif';
      context.textAlign = 'left';
      const room = context.measureText(name).width + 6;
      if (room > width || item.wasCancelled) continue;
      context.fillStyle = this.colors('screen');
      context.fillText(name, left + 3, upper + 9);
    }
  }

  #ticks(story, from, to, x, top) {
    const { context } = this;
    for (const family of story.families.values()) {
      const { changes } = family;
      let last = -Infinity;
      for (let index = upperBound(changes, from - 1e-9, changes.length, (change) => change.time); index < changes.length; index += 1) {
        const change = changes[index];
        if (change.time > to) break;
        const at = Math.round(x(change.time));
        // A pixel shows one tick.
        if (at === last) continue;
        last = at;
        const isFailure = change.to === 'failed' || change.to === 'cancelled';
        context.fillStyle = this.colors(isFailure ? 'muted' : 'fired');
        context.fillRect(at, top + (isFailure ? 4 : 0), 1.5, isFailure ? 5 : 9);
      }
    }
  }

  // MARK: Plots

  /** The curves of the touches, or of the chosen gesture's values. */
  #plots(story, from, to, x, top, height, time) {
    const curves = this.plottedSpan ? gestureCurves(story, this.plottedSpan) : touchCurves(story, from, to);
    const each = height / Math.max(curves.length, 1);
    const { context } = this;
    const at = this.hover ?? time;
    curves.forEach((curve, index) => {
      const upper = top + index * each;
      const lower = upper + each - 6;
      let [least, most] = [Infinity, -Infinity];
      for (const series of curve.series) {
        for (let point = 0; point < series.count; point += 1) {
          const value = series.value(point);
          if (Number.isFinite(value)) [least, most] = [Math.min(least, value), Math.max(most, value)];
        }
      }
      for (const limit of curve.limits ?? []) [least, most] = [Math.min(least, limit), Math.max(most, limit)];
      if (!(most > least)) [least, most] = [least - 1, least + 1];
      const y = (value) => lower - ((value - least) / (most - least)) * (lower - upper - 12);
      this.#clip();
      context.lineWidth = 1.5;
      context.lineJoin = 'round';
      context.strokeStyle = this.colors('contact');
      const specks = new Set();
      for (const series of curve.series) {
        // Touches of less than a pixel are one speck where they have one place.
        const first = x(series.time(0));
        if (x(series.time(series.count - 1)) - first < 1) {
          const speck = pixelsOf(pixelsOf(first, y(series.value(0))), y(series.value(series.count - 1)));
          if (specks.has(speck)) continue;
          specks.add(speck);
        }
        context.beginPath();
        let begun = false;
        let last = -Infinity;
        for (let point = 0; point < series.count; point += 1) {
          const pixel = x(series.time(point));
          if (point > 0 && point < series.count - 1 && pixel - last < 0.5) continue;
          last = pixel;
          const value = series.value(point);
          if (!Number.isFinite(value)) continue;
          if (begun) context.lineTo(pixel, y(value));
          else context.moveTo(pixel, y(value));
          begun = true;
        }
        context.stroke();
      }
      context.setLineDash([5, 4]);
      context.strokeStyle = this.colors('limit');
      for (const limit of curve.limits ?? []) {
        context.beginPath();
        context.moveTo(this.left, y(limit));
        context.lineTo(this.canvas.clientWidth - RIGHT, y(limit));
        context.stroke();
      }
      context.restore();
      const readings = curve.series.map((series) => seriesAt(series, at)).filter((value) => value !== null);
      context.font = '11px system-ui, sans-serif';
      context.textAlign = 'left';
      context.fillStyle = this.colors('text');
      const numbers = readings.slice(0, 5).map((value) => words.reading('', value).trim()).join('  ');
      if (this.left === LEFT.narrow) context.fillText(`${curve.name}  ${numbers}`, LEFT.narrow + 2, upper + 9);
      else {
        context.fillText(numbers, this.left + 2, upper + 9);
        this.#name(curve.name, upper + 1);
      }
    });
  }
}

function seriesAt(series, time) {
  if (series.count === 0 || time < series.time(0) || time > series.time(series.count - 1)) return null;
  const after = upperBound(series, time, series.count, (_, index) => series.time(index));
  const value = series.value(after - 1);
  return Number.isFinite(value) ? value : null;
}

/** x, y and speed of the touches in a stretch. */
export function touchCurves(story, from, to) {
  const tracks = story.tracks.filter((track) => track.began <= to && (track.ended ?? Infinity) >= from);
  const series = (value) => tracks.map((track) => ({
    count: track.count, time: (index) => track.times[index], value: (index) => value(track, index),
  }));
  return [
    { name: words.plotNames.x, series: series((track, index) => track.xs[index]) },
    { name: words.plotNames.y, series: series((track, index) => track.ys[index]) },
    { name: words.plotNames.speed, series: series((track, index) => track.speed(index)) },
  ];
}

/** The options of a recognizer that limit a value of its gestures: drawn as lines. */
const LIMITS = table({
  velocity: ['minimum_velocity_mm_s', 'minimum_speed_mm_s'],
  duration: ['minimum_press_ms'],
  translation: ['minimum_distance_mm'],
});

/** The numbers of a gesture's lines as curves. A swipe has one line, so its touches' speed is shown instead. */
export function gestureCurves(story, span) {
  const options = [...story.families.values()].find((family) => family.name === span.recognizer && family.client === span.client)?.options ?? {};
  const limits = (name) => (LIMITS[name] ?? []).map((key) => (key.endsWith('_ms') ? options[key] / 1000 : options[key]))
    .filter(Number.isFinite);
  if (span.numbers.length < 2) {
    const tracks = story.tracks.filter((track) => track.device === span.device && track.sequence === span.sequence);
    return [{
      name: words.plotNames.speed, limits: limits('velocity'),
      series: tracks.map((track) => ({ count: track.count, time: (index) => track.times[index], value: (index) => track.speed(index) })),
    }];
  }
  const lines = span.numbers.map((number) => story.line(number));
  const names = ['translation', 'velocity', 'scale', 'rotation', 'duration', 'progress', 'z_offset']
    .filter((name) => lines.some((line) => line && line[name] !== undefined));
  const value = (line, name) => (place(line?.[name]) ? Math.hypot(line[name][0], line[name][1]) : Number(line?.[name]));
  return names.map((name) => ({
    name, limits: limits(name),
    series: [{ count: lines.length, time: (index) => span.times[index], value: (index) => value(lines[index], name) }],
  }));
}
