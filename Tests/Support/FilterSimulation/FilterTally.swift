/// The numbers of what has happened in stories.
package struct FilterTally {
  /// Fingers that the app received, that a gesture won before and after that, writes to pipes, writes that a pipe did not
  /// take whole, and faults.
  package var forwarded = 0
  package var won = 0
  package var takenBack = 0
  package var frames = 0
  package var full = 0
  package var faults = 0
  /// How often panels were grabbed and given back.
  package var switchings = 0

  package init() {}

  /// Whether the stories have seen everything.
  package var isComplete: Bool {
    forwarded > 0 && won > 0 && takenBack > 0 && frames > 0 && full > 0 && faults > 0
  }

  /// The numbers in words.
  package var line: String {
    "\(forwarded) fingers forwarded, \(won) won, \(takenBack) taken back, \(frames) writes, \(full) full, \(faults) faults, \(switchings) switchings"
  }

  package mutating func add(_ other: FilterTally) {
    forwarded += other.forwarded
    won += other.won
    takenBack += other.takenBack
    frames += other.frames
    full += other.full
    faults += other.faults
    switchings += other.switchings
  }
}
