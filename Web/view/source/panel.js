/** The picture: screens to scale, their regions, contacts with trails, and gestures as what they mean. */
import { words } from './words.js';
import { place, sizeOf } from './story.js';
import { largest, table } from './tables.js';

/** How long what is over stays in the picture, in seconds. */
export const AFTERGLOW = { trail: 1.5, ring: 0.5, gesture: 0.8 };
/** The radius of a contact whose size the panel does not report, in mm. */
const RADIUS = 5;
/** The space between two screens and around them, as a part of the widest one. */
const GAP = 0.06;
/** The radius of the arc of a long press, in mm. */
const ARC = 8;
/** The room for the name above a screen and the ruler below it, in pixels. */
const CAPTION = 24;
const TURN = Math.PI * 2;
/** How far a vector shows a velocity: this many seconds of travel. */
const VECTOR = 0.1;

export class Panel {
  /** @param colors gives the color of a name such as `contact` */
  constructor(canvas, colors) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.colors = colors;
    this.layers = {
      regions: true, trails: true, gestures: true, exclusions: false, slop: false, coalesced: false, predicted: false,
    };
    this.isStill = false;
  }

  /** The places of the screens of a moment in the canvas: [{line, left, top, scale}], `scale` in pixels a mm. */
  arrange(devices, width, height) {
    const sizes = devices.map(sizeOf);
    if (sizes.length === 0) return [];
    const gap = largest(sizes, (size) => size[0]) * GAP;
    const total = sizes.reduce((sum, size) => sum + size[0] + gap, gap);
    const tallest = largest(sizes, (size) => size[1]);
    const scale = Math.min(width / total, Math.max(height - 2 * CAPTION, 1) / tallest);
    let left = (width - total * scale) / 2 + gap * scale;
    return devices.map((line, index) => {
      const [across, down] = sizes[index];
      const screen = { line, left, top: (height - down * scale) / 2, scale, width: across, height: down };
      left += (across + gap) * scale;
      return screen;
    });
  }

  /** Draws the story at a time. Returns what the picture shows, for those who do not see it. */
  draw(story, time) {
    const { canvas, context } = this;
    const ratio = globalThis.devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const screens = this.arrange(story.devicesAt(time), width, height);
    if (screens.length === 0) {
      const text = story.lineCount === 0 ? words.nothingOpen : words.noDevice;
      this.#label(text, width / 2, height / 2, 'muted', 'center', 14, 'surface');
      return text;
    }
    const contacts = story.contactsAt(time, this.isStill ? 0 : AFTERGLOW.trail);
    const gestures = this.layers.gestures ? story.gesturesAt(time, this.isStill ? 0 : AFTERGLOW.gesture) : [];
    const isPrivate = story.isPrivateAt(time);
    const shown = [];
    for (const screen of screens) {
      const device = screen.line.device;
      this.#screen(screen);
      context.save();
      this.#clip(screen);
      if (isPrivate) {
        this.#hatch(screen.left, screen.top, screen.width * screen.scale, screen.height * screen.scale);
        this.#label(words.private, screen.left + (screen.width * screen.scale) / 2, screen.top + (screen.height * screen.scale) / 2, 'text', 'center', 14);
      } else {
        const own = contacts.filter((contact) => contact.track.device === device);
        if (this.layers.regions) this.#regions(story, time, screen, own);
        if (this.layers.exclusions) this.#exclusions(story.exclusionsAt(time, device), screen);
        const lines = gestures.filter(({ span }) => span.device === device).map((gesture) => [gesture, story.line(gesture.number)]);
        const rings = lines.flatMap(([, line]) => (line?.kind === 'long_press' ? [place(line.location)].filter(Boolean) : []));
        for (const contact of own) this.#contact(story, contact, time, screen, rings);
        const labels = [];
        for (const [gesture, line] of lines) {
          if (line) this.#gesture(line, gesture, screen, labels);
          if (gesture.age === null) shown.push(words.recognizer(gesture.span.recognizer, gesture.span.touchCount));
        }
      }
      context.restore();
    }
    const down = isPrivate ? [] : contacts.filter((contact) => contact.age === null);
    return isPrivate ? words.private : words.pictureText(down, shown, screens[0].line.name);
  }

  // MARK: Screens and regions

  #screen(screen) {
    const { context } = this;
    const { left, top, scale, width, height, line } = screen;
    context.fillStyle = this.colors('screen');
    context.fillRect(left, top, width * scale, height * scale);
    context.strokeStyle = this.colors('frame');
    context.lineWidth = 1.5;
    context.strokeRect(left, top, width * scale, height * scale);
    this.#label(words.device(String(line.name ?? ''), width, height), left, top - 8, 'muted', 'left', 12, 'surface');
    // A ruler of a round length, about a fifth of the screen.
    const step = [5, 10, 20, 50, 100, 200].findLast((length) => length <= Math.max(width / 4, 5)) ?? 5;
    const y = top + height * scale + 12;
    context.beginPath();
    context.moveTo(left, y - 4);
    context.lineTo(left, y);
    context.lineTo(left + step * scale, y);
    context.lineTo(left + step * scale, y - 4);
    context.strokeStyle = this.colors('muted');
    context.lineWidth = 1;
    context.stroke();
    this.#label(words.ruler(step), left + step * scale + 6, y, 'muted', 'left', 11, 'surface');
  }

  #clip({ left, top, scale, width, height }) {
    this.context.beginPath();
    this.context.rect(left, top, width * scale, height * scale);
    this.context.clip();
  }

  #regions(story, time, screen, contacts) {
    const { context } = this;
    const hit = new Set(contacts.filter((contact) => contact.age === null).map((contact) => contact.track.region));
    for (const { line, depth } of story.regionsAt(time, screen.line.device)) {
      const corners = regionCorners(line);
      // The root is the screen, whose frame is there already.
      if (!corners || line.region === 'window' || line.region === 'root') continue;
      // Nested regions of one size stay apart.
      const inset = Math.min(depth, 6) * 1.5;
      const points = corners.map(([x, y]) => [screen.left + x * screen.scale, screen.top + y * screen.scale]);
      const center = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
      context.beginPath();
      points.forEach(([x, y], index) => {
        const toward = Math.hypot(center[0] - x, center[1] - y) || 1;
        const share = Math.min(inset / toward, 0.5);
        const at = [x + (center[0] - x) * share, y + (center[1] - y) * share];
        if (index === 0) context.moveTo(...at);
        else context.lineTo(...at);
      });
      context.closePath();
      if (hit.has(line.region)) {
        context.fillStyle = this.colors('hit');
        context.fill();
      }
      context.strokeStyle = this.colors('region');
      context.lineWidth = 1;
      context.setLineDash(line.owner === 'configuration' ? [] : [5, 3]);
      context.stroke();
      context.setLineDash([]);
      this.#label(words.region(String(line.region), line.owner), points[0][0] + 4 + inset, points[0][1] + 12 + inset, 'region', 'left', 11);
    }
  }

  #exclusions(zones, screen) {
    const { context } = this;
    for (const zone of zones) {
      const corners = regionCorners(zone ?? {});
      if (!corners) continue;
      const [[left, top], , [right, bottom]] = corners.map(([x, y]) => [screen.left + x * screen.scale, screen.top + y * screen.scale]);
      hatch(context, left, top, right - left, bottom - top, this.colors('limit'));
      context.strokeStyle = this.colors('limit');
      context.lineWidth = 1.5;
      context.strokeRect(left, top, right - left, bottom - top);
      // The name of a zone at the edge stays in the picture.
      const isRight = right > screen.left + (screen.width * screen.scale) / 2 && left > screen.left + (screen.width * screen.scale) / 2;
      const y = Math.min(top + 12, screen.top + screen.height * screen.scale - 4);
      this.#label(words.exclusion(String(zone.name), zone.touch_types), isRight ? right - 4 : left + 4, y, 'limit', isRight ? 'right' : 'left', 11);
    }
  }

  // MARK: Contacts

  /** @param rings the places with an arc around them: a finger's number stands above the arc */
  #contact(story, { track, index, age }, time, screen, rings) {
    const { context } = this;
    const at = (x, y) => [screen.left + x * screen.scale, screen.top + y * screen.scale];
    if (this.layers.trails && !this.isStill) this.#trail(track, index, time, screen);
    if (age !== null && (age > AFTERGLOW.ring || this.isStill)) return;
    const [x, y] = at(track.xs[index], track.ys[index]);
    const radius = (Number.isNaN(track.radii[index]) ? RADIUS : track.radii[index]) * screen.scale;
    context.lineWidth = 2;
    context.strokeStyle = context.fillStyle = this.colors(track.pen ? 'pen' : 'contact');
    if (age === null) {
      context.globalAlpha = 0.35;
      circle(context, x, y, radius);
      context.fill();
      context.globalAlpha = 1;
      circle(context, x, y, radius);
      context.stroke();
    } else {
      context.globalAlpha = 1 - age / AFTERGLOW.ring;
      context.beginPath();
      if (track.wasCancelled) {
        const arm = radius * 0.7;
        context.moveTo(x - arm, y - arm);
        context.lineTo(x + arm, y + arm);
        context.moveTo(x + arm, y - arm);
        context.lineTo(x - arm, y + arm);
      } else {
        context.arc(x, y, radius * (1 + age), 0, TURN);
      }
      context.stroke();
      context.globalAlpha = 1;
    }
    const isRinged = rings.some(([left, top]) => Math.hypot(left - track.xs[index], top - track.ys[index]) < ARC);
    this.#label(words.contact(track.id, track.taps[index]), x, y - (isRinged ? Math.max(radius, ARC * screen.scale + 2) : radius) - 5, 'text', 'center', 11);
    if (age === null && this.layers.slop) this.#slop(story, track, screen);
    if (age === null && (this.layers.coalesced || this.layers.predicted)) this.#samples(story, track, index, screen);
  }

  #trail(track, index, time, screen) {
    const { context } = this;
    context.strokeStyle = this.colors(track.pen ? 'pen' : 'contact');
    context.lineWidth = 2;
    context.lineCap = context.lineJoin = 'round';
    // Parts of one age share a path: a path for each segment would cost ten times as much.
    for (let part = 0; part < 5; part += 1) {
      const [from, to] = [time - (AFTERGLOW.trail * (5 - part)) / 5, time - (AFTERGLOW.trail * (4 - part)) / 5];
      let first = -1;
      context.beginPath();
      for (let step = index; step >= 0 && track.times[step] >= from; step -= 1) {
        if (track.times[step] > to && step > 0 && track.times[step - 1] > to) continue;
        const x = screen.left + track.xs[step] * screen.scale;
        const y = screen.top + track.ys[step] * screen.scale;
        if (first < 0) context.moveTo(x, y);
        else context.lineTo(x, y);
        first = step;
      }
      if (first < 0) continue;
      // The segment that leads here from the part before.
      if (first > 0) context.lineTo(screen.left + track.xs[first - 1] * screen.scale, screen.top + track.ys[first - 1] * screen.scale);
      context.globalAlpha = (part + 1) / 5;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  #slop(story, track, screen) {
    const { context } = this;
    const limits = new Set();
    for (const family of story.families.values()) {
      const limit = family.options?.movement_mm ?? family.options?.allowable_movement_mm;
      if (limit > 0) limits.add(limit);
    }
    context.strokeStyle = this.colors('limit');
    context.setLineDash([4, 4]);
    context.lineWidth = 1.5;
    for (const limit of limits) {
      circle(context, screen.left + track.xs[0] * screen.scale, screen.top + track.ys[0] * screen.scale, limit * screen.scale);
      context.stroke();
    }
    context.setLineDash([]);
  }

  #samples(story, track, index, screen) {
    const line = story.line(track.numbers[index]);
    const touch = Array.isArray(line?.touches) ? line.touches.find((each) => each?.id === track.id) : null;
    for (const name of ['coalesced', 'predicted']) {
      if (!this.layers[name] || !Array.isArray(touch?.[name])) continue;
      this.context.fillStyle = this.colors(name === 'coalesced' ? 'contact' : 'limit');
      for (const sample of touch[name]) {
        const location = place(sample?.location);
        if (!location) continue;
        const [x, y] = [screen.left + location[0] * screen.scale, screen.top + location[1] * screen.scale];
        if (name === 'coalesced') {
          circle(this.context, x, y, 2);
          this.context.fill();
        } else this.context.fillRect(x - 2, y - 2, 4, 4);
      }
    }
  }

  // MARK: Gestures

  /** @param labels the places of the names so far: names at one place stand below each other */
  #gesture(line, { age }, screen, labels) {
    const location = place(line.location);
    if (!location) return;
    const { context } = this;
    const x = screen.left + location[0] * screen.scale;
    const y = screen.top + location[1] * screen.scale;
    context.save();
    context.globalAlpha = age === null ? 1 : Math.max(0, 1 - age / AFTERGLOW.gesture);
    context.strokeStyle = context.fillStyle = this.colors(line.state === 'cancelled' ? 'failed' : 'fired');
    context.lineWidth = 3;
    const text = (GESTURES[String(line.kind)] ?? picture)(context, { line, x, y, scale: screen.scale, screen, progress: age ?? 0 });
    const name = words.recognizer(String(line.recognizer), line.touch_count);
    let below = y + RADIUS * screen.scale + 16;
    const label = text ? words.labeled(name, text) : name;
    context.font = '13px system-ui, sans-serif';
    // At the edge of the screen the name moves inward.
    const half = context.measureText(label).width / 2 + 3;
    const middle = Math.max(Math.min(x, screen.left + screen.width * screen.scale - half), screen.left + half);
    while (labels.some((other) => Math.abs(other.middle - middle) < other.half + half && Math.abs(other.below - below) < 15)) below += 15;
    labels.push({ middle, half, below });
    this.#label(label, middle, below, 'fired', 'center', 13);
    context.restore();
  }

  #hatch(left, top, width, height) {
    hatch(this.context, left, top, width, height, this.colors('muted'));
  }

  #label(text, x, y, color, align, size, ground = 'screen') {
    const { context } = this;
    context.font = `${size}px system-ui, sans-serif`;
    context.textAlign = align;
    // A rim in the color of the ground keeps a text readable over lines and circles.
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.strokeStyle = this.colors(ground);
    context.strokeText(text, x, y);
    context.fillStyle = this.colors(color);
    context.fillText(text, x, y);
  }
}

/** The corners of a region in mm on the screen; null where its line has no place. */
export function regionCorners(line) {
  const frame = line.frame;
  if (Array.isArray(frame) && frame.length === 4 && frame.every(Number.isFinite)) {
    const [left, top, width, height] = frame;
    return [[left, top], [left + width, top], [left + width, top + height], [left, top + height]];
  }
  const { matrix } = line;
  const size = place(line.size);
  if (!Array.isArray(matrix) || matrix.length !== 6 || !matrix.every(Number.isFinite) || !size) return null;
  const [a, b, c, d, tx, ty] = matrix;
  const [left, top] = place(line.bounds_origin) ?? [0, 0];
  return [[left, top], [left + size[0], top], [left + size[0], top + size[1]], [left, top + size[1]]]
    .map(([x, y]) => [a * x + c * y + tx, b * x + d * y + ty]);
}

/** Slanted lines over a rectangle, or over the part of it that is on the canvas: nothing is known here. */
export function hatch(context, left, top, width, height, color) {
  const { clientWidth, clientHeight } = context.canvas;
  const [from, to] = [Math.max(left, 0), Math.min(left + width, clientWidth)];
  const [upper, lower] = [Math.max(top, 0), Math.min(top + height, clientHeight)];
  context.save();
  context.beginPath();
  context.rect(from, upper, to - from, lower - upper);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = from - (lower - upper); at < to; at += 8) {
    context.moveTo(at, lower);
    context.lineTo(at + lower - upper, upper);
  }
  context.stroke();
  context.restore();
}

function circle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, Math.max(radius, 0), 0, TURN);
}

function arrow(context, x, y, toX, toY) {
  const angle = Math.atan2(toY - y, toX - x);
  const head = Math.min(9, Math.hypot(toX - x, toY - y) / 2);
  // A head without a shaft points nowhere.
  if (head < 2) return;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.moveTo(toX - head * Math.cos(angle - 0.45), toY - head * Math.sin(angle - 0.45));
  context.lineTo(toX, toY);
  context.lineTo(toX - head * Math.cos(angle + 0.45), toY - head * Math.sin(angle + 0.45));
  context.stroke();
}

/** A plain mark, for gestures without values that have a picture. */
function mark(context, { x, y, scale }) {
  context.strokeRect(x - 2 * scale, y - 2 * scale, 4 * scale, 4 * scale);
  return '';
}

function vector(context, { line, x, y, scale }) {
  const moved = place(line.translation) ?? [0, 0];
  arrow(context, x - moved[0] * scale, y - moved[1] * scale, x, y);
  const speed = place(line.velocity);
  return speed ? words.velocity(Math.hypot(speed[0], speed[1])) : '';
}

function arc(context, { line, x, y, scale }) {
  const angle = Number.isFinite(line.rotation) ? line.rotation : 0;
  context.beginPath();
  context.arc(x, y, 9 * scale, -Math.PI / 2, -Math.PI / 2 + angle, angle < 0);
  context.stroke();
  return words.degrees(angle);
}

function spread(context, { line, x, y, scale }) {
  const factor = Number.isFinite(line.scale) ? line.scale : 1;
  const [near, far] = factor >= 1 ? [4, 12] : [12, 4];
  for (const side of [-1, 1]) arrow(context, x + side * near * scale, y, x + side * far * scale, y);
  return words.factor(factor);
}

/** Draws the values of a gesture around (x, y), and returns the text to write beside the name. */
function picture(context, values) {
  const { line } = values;
  const isMoving = place(line.translation) !== null;
  const isSpreading = Number.isFinite(line.scale);
  const isTurning = Number.isFinite(line.rotation);
  if (!isMoving && !isSpreading && !isTurning) return mark(context, values);
  const speed = isMoving ? vector(context, values) : '';
  const texts = [isSpreading && spread(context, values), isTurning && arc(context, values)].filter(Boolean);
  // Beside a scale or an angle there is no room for the speed.
  return texts.length > 0 ? texts.join(' ') : speed;
}

/** The pictures of kinds that need more than `picture` draws. */
const GESTURES = table({
  tap(context, { line, x, y, scale, progress }) {
    for (let ring = 0; ring < Math.min(line.taps ?? 1, 3); ring += 1) {
      circle(context, x, y, (3 + ring * 2.5 + progress * 10) * scale);
      context.stroke();
    }
    return '';
  },
  long_press(context, { line, x, y, scale }) {
    const share = Math.min(1, (line.duration ?? 0) / 2);
    context.beginPath();
    context.arc(x, y, ARC * scale, -Math.PI / 2, -Math.PI / 2 + TURN * share);
    context.stroke();
    return Number.isFinite(line.duration) ? words.seconds(line.duration) : '';
  },
  swipe(context, { line, x, y, scale }) {
    const speed = place(line.velocity) ?? [0, 0];
    const length = Math.hypot(speed[0], speed[1]);
    const reach = Math.min(length * VECTOR, 40) * scale;
    if (length > 0) arrow(context, x, y, x + (speed[0] / length) * reach, y + (speed[1] / length) * reach);
    return words.velocity(length);
  },
  edge_pan(context, values) {
    const { screen, line } = values;
    const edge = String(line.edge ?? '');
    const band = 4 * screen.scale;
    const [width, height] = [screen.width * screen.scale, screen.height * screen.scale];
    context.globalAlpha *= 0.5;
    if (edge.includes('left')) context.fillRect(screen.left, screen.top, band, height);
    if (edge.includes('right')) context.fillRect(screen.left + width - band, screen.top, band, height);
    if (edge.includes('top')) context.fillRect(screen.left, screen.top, width, band);
    if (edge.includes('bottom')) context.fillRect(screen.left, screen.top + height - band, width, band);
    context.globalAlpha *= 2;
    return vector(context, values);
  },
  tip_tap(context, { line, x, y, scale, screen }) {
    const rest = place(line.rest);
    circle(context, x, y, 4 * scale);
    context.stroke();
    if (rest) {
      circle(context, screen.left + rest[0] * scale, screen.top + rest[1] * scale, 7 * scale);
      context.stroke();
    }
    return String(line.side ?? '');
  },
  check_mark(context, { line, x, y, scale, screen }) {
    const [start, turn] = [place(line.start), place(line.turn)];
    if (!start || !turn) return '';
    context.beginPath();
    context.moveTo(screen.left + start[0] * scale, screen.top + start[1] * scale);
    context.lineTo(screen.left + turn[0] * scale, screen.top + turn[1] * scale);
    context.lineTo(x, y);
    context.stroke();
    return '';
  },
  hover(context, { line, x, y, scale }) {
    context.setLineDash([3, 3]);
    circle(context, x, y, (2 + 6 * (line.z_offset ?? 0)) * scale);
    context.stroke();
    context.setLineDash([]);
    return '';
  },
});
