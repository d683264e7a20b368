/// What the runs of one family came to.
struct Tally {
  let family: Disturbance.Family
  private(set) var runs = 0
  private(set) var gestures = 0
  private(set) var cancelled = 0
  /// Gestures of stories that nothing disturbs, and how many of those are not as they were.
  private(set) var compared = 0
  private(set) var different = 0
  private(set) var phantoms = 0
  private(set) var leaked = 0
  private(set) var unmatched = 0
  /// The first run that broke a promise.
  private(set) var culprit: UInt64?

  init(_ family: Disturbance.Family) {
    self.family = family
  }

  /// Whether every promise was kept.
  var isClean: Bool { phantoms == 0 && leaked == 0 && unmatched == 0 && different == 0 && compared > 0 }

  /// One line.
  var line: String {
    "\(family.rawValue): \(runs) runs, \(gestures) gestures, \(cancelled) cancelled, \(phantoms) phantom, "
      + "\(leaked) leaked, \(unmatched) unmatched; of \(compared) before and after \(different) differ"
      + (culprit.map { "; first in run \($0)" } ?? "")
  }

  /// Holds a disturbed run to the same stream without a disturbance.
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

  /// Gestures that span the disturbance and that nobody made: of touches that lost a contact in it, or that the same
  /// fingers undisturbed do not make.
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

  /// What comes before the story that is disturbed, and after it, is as it is without. Where stamps are off by a little
  /// for good, so are the times, and with them the places at which timers fire, and how many updates follow.
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
  /// What begins and ends.
  fileprivate var shapes: [SeenGesture.Shape] { map(\.shape).filter { $0.state != .changed } }
}
