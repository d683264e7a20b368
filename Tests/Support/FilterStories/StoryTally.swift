/// The numbers of what has happened in stories.
package struct StoryTally {
  /// Landings on clones, fingers that a gesture won, readings of panels, faults, and how often panels were grabbed and given back.
  package var forwarded = 0
  package var won = 0
  package var readings = 0
  package var faults = 0
  package var switchings = 0

  package init() {}

  /// Whether the stories have seen everything.
  package var isComplete: Bool { forwarded > 0 && won > 0 && readings > 0 && faults > 0 && switchings > 0 }

  /// The numbers in words.
  package var line: String {
    "\(forwarded) fingers forwarded, \(won) won, \(readings) readings, \(faults) faults, \(switchings) switchings"
  }

  package mutating func add(_ other: StoryTally) {
    forwarded += other.forwarded
    won += other.won
    readings += other.readings
    faults += other.faults
    switchings += other.switchings
  }
}
