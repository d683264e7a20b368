/// The counts of all runs of one family.
struct Tally {
  let family: Disturbance.Family
  private(set) var runs = 0
  private(set) var gestures = 0
  private(set) var cancelled = 0
  /// The number of gestures in undisturbed stories, and of those that differ.
  private(set) var compared = 0
  private(set) var different = 0
  private(set) var phantoms = 0
  private(set) var leaked = 0
  private(set) var unmatched = 0
  /// The seed of the first run that broke a promise.
  private(set) var culprit: UInt64?

  init(_ family: Disturbance.Family) {
    self.family = family
  }

  /// Whether all promises hold.
  var isClean: Bool { phantoms == 0 && leaked == 0 && unmatched == 0 && different == 0 && compared > 0 }

  /// The counts as one line.
  var line: String {
    "\(family.rawValue): \(runs) runs, \(gestures) gestures, \(cancelled) cancelled, \(phantoms) phantom, "
      + "\(leaked) leaked, \(unmatched) unmatched; of \(compared) before and after \(different) differ"
      + (culprit.map { "; first in run \($0)" } ?? "")
  }

  /// Compares a disturbed run with the same stream without a disturbance.
  mutating func add(
    _ run: borrowing DisturbedRun, _ disturbance: Disturbance, undisturbed: borrowing DisturbedRun,
    seed: UInt64
  ) {
    runs += 1
    gestures += run.followed.seen.count { $0.isRecognition }
    cancelled += run.followed.seen.count { $0.shape.state == .cancelled }
    let before = (phantoms, leaked, unmatched, different)
    leaked += run.followed.leakedCount
    unmatched += run.followed.unmatchedCount + run.followed.misplacedCount
    phantoms += phantomCount(run, disturbance, undisturbed: undisturbed)
    compare(run, disturbance, undisturbed)
    if before != (phantoms, leaked, unmatched, different), culprit == nil { culprit = seed }
  }

  /// Counts gestures that span the disturbance and that no finger made. Their touches lost a contact in it, or the same
  /// fingers make no such gesture without it.
  private func phantomCount(
    _ run: borrowing DisturbedRun, _ disturbance: Disturbance, undisturbed: borrowing DisturbedRun
  ) -> Int {
    let start = disturbance.frames.lowerBound
    var real = undisturbed.followed.seen.filter(\.isRecognition)
    var count = 0
    for gesture in run.followed.seen where gesture.frame >= start {
      let isBroken = run.brokenSequences[gesture.sequence].map { gesture.frame >= $0 } ?? false
      if isBroken, gesture.isRecognition || gesture.shape.state == .began {
        count += 1
        continue
      }
      guard gesture.isRecognition, !run.companySequences.contains(gesture.sequence),
        run.followed.sequenceStarts[Int(gesture.sequence) - 1] < start
      else {
        continue
      }
      let match = real.firstIndex { $0.story == gesture.story && $0.shape == gesture.shape }
      if let match { real.remove(at: match) } else { count += 1 }
    }
    return count
  }

  /// Counts differences before and after the disturbed stories. Where stamps stay wrong by a little, the times are
  /// wrong too. So are the places at which timers fire, and the number of updates.
  private mutating func compare(
    _ run: borrowing DisturbedRun, _ disturbance: Disturbance, _ undisturbed: borrowing DisturbedRun
  ) {
    let disturbed = run.stories(of: disturbance)
    for story in 0..<FingerStream.stories where !disturbed.contains(story) {
      let seen = run.followed.seen.filter { $0.story == story }
      let expected = undisturbed.followed.seen.filter { $0.story == story }
      compared += expected.count
      let isSame =
        disturbance.family == .stepped
        ? seen.shapes == expected.shapes : seen.elementsEqual(expected) { $0.equals($1) }
      if !isSame { different += 1 }
    }
  }
}

extension [SeenGesture] {
  /// The shapes of the gestures' beginnings and ends.
  fileprivate var shapes: [SeenGesture.Shape] { map(\.shape).filter { $0.state != .changed } }
}
