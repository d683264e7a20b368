/** The clock of the view: which moment it shows, and whether that moves. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export class Player {
  constructor(story) {
    this.story = story;
    this.time = 0;
    this.isPlaying = false;
    this.isLive = false;
    this.speed = 1;
    /** The moment of the wall clock, in seconds, that `time` belongs to. */
    this.since = null;
  }

  /** Moves to what a clock of seconds says. Returns whether the moment has changed. */
  advance(now) {
    const before = this.time;
    if (this.isLive) this.time = this.story.end;
    else if (this.isPlaying) {
      if (this.since !== null) this.time += Math.max(0, now - this.since) * this.speed;
      // What has just happened fades for a while after the last line.
      const last = this.story.end + 1;
      if (this.time >= last) {
        this.time = last;
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
    this.time = this.story.end;
  }

  seek(time) {
    this.isLive = false;
    this.isPlaying = false;
    this.time = Math.min(Math.max(time, this.story.start ?? 0), this.story.end + 1);
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
