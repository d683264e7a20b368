/** The clock of the view: which moment it shows, and whether that moves. */
import { AFTERGLOW } from './panel.js';

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
/** How long a moment is moved on after the last line, in seconds. */
export const LINGER = Math.max(...Object.values(AFTERGLOW));

export class Player {
  constructor(story) {
    this.story = story;
    this.time = 0;
    this.isPlaying = false;
    this.isLive = false;
    this.speed = 1;
    /** The moment of the wall clock, in seconds, that `time` belongs to. */
    this.since = null;
    /** Live, the time of the newest line that was shown. */
    this.newest = null;
    /** Whether the story is still being told: it has been live, and no other one has begun since. */
    this.isOpen = false;
  }

  /** The last moment that shows something: by then all that has happened has faded. */
  get last() { return this.story.end + LINGER; }

  /** Whether the moment moves on without a new line. */
  get isMoving() { return this.isPlaying || (this.isLive && this.time < this.last); }

  /** Moves to what a clock of seconds says. Returns whether the moment has changed. */
  advance(now) {
    const before = this.time;
    const passed = this.since === null ? 0 : Math.max(0, now - this.since);
    if (this.isLive) {
      // A line says which time it is. After it, the clock of this page goes on until all has faded.
      this.time = this.newest === this.story.end ? Math.min(this.time + passed, this.last) : this.story.end;
      this.newest = this.story.end;
    } else if (this.isPlaying) {
      this.time = Math.min(this.time + passed * this.speed, this.last);
      this.isPlaying = this.time < this.last;
    }
    this.since = now;
    return this.time !== before;
  }

  /** Space: pauses, and continues. At the end a recording begins anew, and a story that is still being told goes on live. */
  toggle() {
    if (this.isLive || this.isPlaying) {
      this.isLive = false;
      this.isPlaying = false;
    } else if (this.isOpen && this.time >= this.story.end) {
      this.goLive();
    } else {
      if (this.time >= this.story.end) this.time = this.story.start ?? 0;
      this.isPlaying = true;
    }
    this.since = null;
  }

  goLive() {
    this.isLive = true;
    this.isOpen = true;
    this.isPlaying = false;
    this.newest = this.story.end;
    this.since = null;
    // A moment beyond the last line stays: nothing fades twice.
    this.time = Math.max(this.time, this.story.end);
  }

  seek(time) {
    this.isLive = false;
    this.isPlaying = false;
    this.time = Math.min(Math.max(time, this.story.start ?? 0), this.last);
  }

  stepFrame(step) {
    const time = this.story.frame(this.time, step);
    if (time !== null) this.seek(time);
  }

  stepGesture(step) {
    const time = this.story.gesture(this.time, step);
    if (time !== null) this.seek(time);
  }

  changeSpeed(step) {
    const index = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.min(Math.max(index + step, 0), SPEEDS.length - 1)];
  }
}
