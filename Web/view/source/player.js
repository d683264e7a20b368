/** The clock of the view: which moment it shows, and whether that moves. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
/** For so many seconds after the last line, what has just happened fades. */
const AFTER = 1;

export class Player {
  constructor(story) {
    this.story = story;
    this.time = 0;
    this.isPlaying = false;
    this.isLive = false;
    this.speed = 1;
    /** The moment of the wall clock, in seconds, that `time` belongs to. */
    this.since = null;
    /** The story's end when it was last live. */
    this.liveEnd = 0;
  }

  /** Whether the moment moves by itself. Live, it rests until the next line. */
  get isMoving() {
    return this.isPlaying || (this.isLive && (this.time < this.last || this.story.end !== this.liveEnd));
  }

  get last() { return this.story.end + AFTER; }

  /** Moves to what a clock of seconds says. Returns whether the moment has changed. */
  advance(now) {
    const before = this.time;
    const passed = this.since === null ? 0 : Math.max(0, now - this.since);
    if (this.isLive && this.story.end !== this.liveEnd) this.goLive();
    else if (this.isLive) this.time = Math.min(this.time + passed, this.last);
    else if (this.isPlaying) {
      this.time += passed * this.speed;
      if (this.time >= this.last) {
        this.time = this.last;
        this.isPlaying = false;
      }
    }
    this.since = now;
    return this.time !== before;
  }

  /** Space: pauses, and continues. At the end it begins anew. */
  toggle() {
    if (this.isLive || this.isPlaying) {
      this.isLive = false;
      this.isPlaying = false;
    } else {
      if (this.time >= this.story.end) this.time = this.story.start ?? 0;
      this.isPlaying = true;
    }
    this.since = null;
  }

  goLive() {
    this.isLive = true;
    this.isPlaying = false;
    this.liveEnd = this.story.end;
    this.time = this.story.end;
    this.since = null;
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
