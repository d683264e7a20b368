/**
 * Why recognizers did or did not fire: the reasons of `transition` lines in the words of `gestured --explain`, and which
 * recognizer came closest.
 */
import { reasons } from './reasons.js';
import { largest, table } from './tables.js';
import { words, number } from './words.js';

/** The reasons by their words, which are input. */
const REASONS = table(reasons);

const UNITS = [[' mm', 'mm'], [' ms', 'ms'], ['°', '°'], [' %', '%'], [' touches', 'touches']];
const SIGNS = [' >= ', ' > ', ' < '];

/** `movedBeyondSlop(7.4 mm > 7 mm)` as {word, measure, cause}; parts that are not known are left out. */
export function parseReason(text) {
  const open = text.indexOf('(');
  if (open < 0 || !text.endsWith(')')) return { word: text, measure: null, cause: null };
  const word = text.slice(0, open);
  const inside = text.slice(open + 1, -1);
  const comma = inside.indexOf(', ');
  const measure = parseMeasure(comma < 0 ? inside : inside.slice(comma + 2));
  const name = comma < 0 ? inside : inside.slice(0, comma);
  return { word, measure, cause: name !== '' && (measure === null || comma >= 0) ? name : null };
}

function parseMeasure(text) {
  for (const sign of SIGNS) {
    const at = text.indexOf(sign);
    if (at < 0) continue;
    const limitText = text.slice(at + sign.length);
    const unit = UNITS.find(([suffix]) => limitText.endsWith(suffix));
    if (!unit) return null;
    const withoutUnit = (part) => (part.endsWith(unit[0]) ? part.slice(0, -unit[0].length) : part);
    const [value, limit] = [text.slice(0, at), limitText].map((part) => Number(withoutUnit(part)));
    if (!Number.isFinite(value) || !Number.isFinite(limit)) return null;
    return { value, limit, sign: sign.trim(), unit: unit[1] };
  }
  return null;
}

/** A reason as a sentence. A word that is not known is its own sentence. */
export function sentence({ word, measure, cause }) {
  const known = REASONS[word];
  if (!known) return word;
  const unit = measure ? words.units[measure.unit] : null;
  const text = measure && known.measured
    ? known.measured.replace('{value}', unit(measure.value)).replace('{limit}', unit(measure.limit))
    : known.plain;
  return text.replaceAll('{cause}', () => cause ?? words.another);
}

/** How far beyond its limit an angle still counts as near. */
const NEAR_DEGREES = 15;

/**
 * Whether the measured number came near its limit: to half of it, or to no more than twice. An angle is near up to
 * `NEAR_DEGREES` beyond its limit, since twice a wide angle is another direction. Farther away the fingers meant something
 * else, and no other limit helps.
 */
function isNear(known, measure, happened = measure?.value) {
  if (!measure) return true;
  if (known.raise && measure.unit === '°') return Math.max(measure.value, happened) <= measure.limit + NEAR_DEGREES;
  if (known.raise) return Math.max(measure.value, happened) <= 2 * measure.limit;
  return !known.lower || Math.min(measure.value, happened) >= measure.limit / 2;
}

/** Advice for the author of a configuration, in words; null where nothing helps or the options are not known. */
export function advice({ word, measure, cause }, options) {
  const known = REASONS[word];
  if (known?.say) return known.say.replaceAll('{cause}', () => cause ?? words.theOther);
  // The recognizer has failed at the limit, and only the lift tells whether the touch was near.
  if (known?.hindsight) return null;
  const key = known && isNear(known, measure) ? decidingKey({ word, measure }, options) : null;
  if (key === null) return null;
  // 0 is no limit: only `touches` counts then.
  if (key === 'maximum_touches' && options[key] === 0) return measure && words.adviceToSet(key, number(measure.value));
  const text = words.advice(words.verbs[verb(known)], key, optionText(options[key]));
  const other = measure && otherEnd(known, key, measure.value, options);
  return other ? words.adviceToo(text, other, optionText(options[other])) : text;
}

/**
 * The limits that change while a stroke lasts, each with the option at the other end. The first one suffices for a touch
 * between the two, whatever the stroke's duration. Beyond both, both decide.
 */
const OTHER_ENDS = table({ distance_mm: 'minimum_distance_mm', minimum_cone_degrees: 'cone_degrees' });

/** The other end of the limit that a key has, where a value is beyond it too; null elsewhere. */
function otherEnd(known, key, value, options) {
  const other = OTHER_ENDS[key];
  if (other === undefined || typeof options[other] !== 'number') return null;
  return (known.lower ? value < options[other] : value > options[other]) ? other : null;
}

function verb(known) {
  return ['raise', 'lower', 'change'].find((name) => known[name]);
}

/** The option that decided: the one whose value is the limit, otherwise the first that the recognizer has. */
function decidingKey({ word, measure }, options) {
  const known = REASONS[word];
  if (!known || !options || !verb(known)) return null;
  const own = known[verb(known)].filter((key) => Object.hasOwn(options, key));
  // A limit in degrees was converted to radians and back.
  const isLimit = (key) => measure && typeof options[key] === 'number' && Math.abs(options[key] - measure.limit) < 1e-6;
  // A wider cone for an arc's beginning helps no stroke that stays beyond the other cones: it fails a moment later.
  if (own.includes('early_cone_degrees') && isLimit('early_cone_degrees') && measure.value > options.cone_degrees) return null;
  const deciding = own.find(isLimit);
  return deciding ?? own[0] ?? null;
}

function optionText(value) {
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return `[${value.map((word) => JSON.stringify(word)).join(', ')}]`;
  return String(value);
}

/** The names that a configuration accepts. */
const NAME = /^[\w-]+$/;
/** The steps to which a suggested value is rounded, by the ending of its key. */
const STEPS = [['_ms', 50], ['_mm', 0.5], ['_degrees', 1]];

/**
 * Lines of configuration with which the outcome would have been another; null where no single number decides. Null also for
 * a recognizer that no configuration has: that of a client, or one with a name that gestured refuses.
 *
 * @param happened the measured value as the whole sequence had it: a reason stops measuring when it decides
 */
export function remedy(family, reason, happened) {
  const known = REASONS[reason.word];
  const key = decidingKey(reason, family.options);
  if (!key || family.client !== null || !NAME.test(family.name) || !reason.measure || (!known.raise && !known.lower)) return null;
  const step = STEPS.find(([ending]) => key.endsWith(ending))?.[1] ?? 1;
  const { value, limit } = reason.measure;
  if (known.hindsight && happened === null) return null;
  if (!isNear(known, reason.measure, happened ?? value)) return null;
  const needed = known.raise ? Math.max(value, happened ?? value) : Math.min(value, happened ?? value);
  const rounded = known.raise
    ? (Math.floor(Math.max(needed, limit) / step + 1e-9) + 1) * step
    : Math.max(0, (Math.ceil(Math.min(needed, limit) / step - 1e-9) - 1) * step);
  if (known.lower && rounded === 0) return null;
  const other = otherEnd(known, key, rounded, family.options);
  return `[recognizer.${family.name}]\n` + [key, other].filter(Boolean).map((name) => `${name} = ${number(rounded)}`).join('\n');
}

/** The meaning of a change for the reader, as a key of `words.outcomes`. */
export function outcome(change) {
  switch (change.to) {
    case 'began': case 'changed': return 'began';
    case 'ended': return change.from === 'possible' ? 'fired' : 'ended';
    case 'possible': return 'waits';
    case 'cancelled': return 'cancelled';
    default: return 'failed';
  }
}

/** Words of reasons of a recognizer that had all it needs, when another one decided. */
const DECIDED_BY_OTHERS = new Set([
  'waitsFor', 'waitsForAnswer', 'requiredWasRecognized', 'preventedBy', 'requiredHasBegun', 'mayNotBegin', 'deferred',
  'refusedByRegion', 'endedWhileWaiting',
]);

/** How close a change came to a gesture: 2 has fired, 1 had all it needs, a part of 1 is the measured share. */
export function closeness(change) {
  const what = outcome(change);
  if (what === 'fired' || what === 'began' || what === 'ended') return 2;
  const { word, measure } = change.parsed;
  if (word === 'tooFewTouches' || word === 'tooManyTouches') return 0;
  if (DECIDED_BY_OTHERS.has(word)) return 1;
  if (!measure || !(measure.value > 0) || !(measure.limit > 0)) return 0.5;
  return Math.min(measure.value / measure.limit, measure.limit / measure.value, 0.99);
}

/** Whether a change only says that another number of fingers is asked for. */
export function needsOtherFingers(change) {
  const { word } = change.parsed;
  return outcome(change) === 'failed' && (word === 'tooFewTouches' || word === 'tooManyTouches');
}

/**
 * The rows of the list of recognizers at a time, the closest to firing first.
 *
 * @returns {{rows: object[], others: object[], fired: object[], group: object|null, isOpen: boolean}} `others` are the families that
 *   never had the right number of fingers
 */
export function explain(story, time) {
  const group = story.groupAt(time);
  // A recording knows how each group ends, so the moment that is shown decides whether it is over.
  const isOpen = group !== null && (group.settled ?? Infinity) > time;
  const rows = [];
  const others = [];
  for (const family of story.families.values()) {
    const changes = group ? story.changesIn(family, group, time) : new Map();
    const list = [...changes.values()];
    const count = Math.max(family.counts.size, 1);
    if (list.length > 0 && list.every(needsOtherFingers)) {
      others.push({ family, count });
      continue;
    }
    const best = list.filter((change) => !needsOtherFingers(change)).sort((a, b) => closeness(b) - closeness(a)
      || b.time - a.time)[0] ?? null;
    // Recognizers without a change so far are possible while a finger is down.
    if (!best && !family.isPresent) continue;
    rows.push({
      family, change: best, changes: list,
      state: best ? state(best) : isOpen ? 'possible' : 'idle',
      closeness: best ? closeness(best) : isOpen ? 0.4 : -1,
      others: list.filter(needsOtherFingers).length,
    });
  }
  rows.sort((a, b) => b.closeness - a.closeness || (a.family.name < b.family.name ? -1 : 1));
  return { rows, others, group, isOpen, fired: rows.filter((row) => row.closeness >= 2) };
}

function state(change) {
  const what = outcome(change);
  return what === 'began' && change.to === 'changed' ? 'changed' : what;
}

/** One sentence about a whole group of sequences once no finger is down; null before. */
export function banner(story, explained) {
  const { group, rows, fired, isOpen } = explained;
  if (!group || isOpen || !story.hasTransitions) return null;
  const spans = story.spans.filter((span) => span.device === group.device && span.sequence >= group.first
    && span.sequence <= group.last);
  if (spans.length > 0) return words.firedBanner([...new Set(spans.map((span) => words.recognizer(span.recognizer, span.touchCount)))].join(', '));
  if (fired.length > 0) return words.firedBanner(fired.map((row) => row.family.name).join(', '));
  const nearest = rows.find((row) => row.change);
  if (!nearest) return words.bannerEmpty;
  return words.banner(nearest.family.name, nearest.change.count, sentence(nearest.change.parsed));
}

/** The measure of a group's touches up to their end, for the reasons whose measure stops when it decides. */
export function happenedIn(story, group, reason) {
  const tracks = story.tracks.filter((track) => track.device === group.device && track.sequence >= group.first
    && track.sequence <= group.last && track.ended !== null);
  if (tracks.length === 0) return null;
  switch (reason.word) {
    case 'heldTooLong': return largest(tracks, (track) => (track.ended - track.began) * 1000);
    case 'liftedTooSoon':
      return reason.measure?.unit === 'ms' ? -largest(tracks, (track) => (track.began - track.ended) * 1000) : null;
    case 'movedBeyondSlop': return largest(tracks, (track) => track.reach());
    default: return null;
  }
}
