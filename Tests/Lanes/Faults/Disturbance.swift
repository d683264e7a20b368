import GestureCore
import GestureTestSupport
import TouchInput

/// What goes wrong in a stream: one thing, somewhere.
struct Disturbance {
  /// What can go wrong.
  enum Family: String, CaseIterable {
    /// The kernel has no room for events: at a landing, in between, at a lift, twice, again while the state is asked
    /// for, and before anything else (D5, D6).
    case dropped
    /// A contact takes the place of another without a lift (D9).
    case replaced
    /// The device goes, and another of its kind comes, with fingers on it or without (D1, D22).
    case unplugged
    /// The machine slept, or the daemon was stopped (T3, T4).
    case resumed
    /// Stamps go back, stand still, or run far ahead, for a while or from then on (T2).
    case stepped
  }

  /// A stretch of frames.
  struct Stretch {
    var first: Int
    var count: Int
    /// How many events of the first frame come through.
    var head = 0
    /// How many events of the frame after it are lost too.
    var tail = 0
    var end: Int { first + count }
  }

  let family: Family
  /// Where; a second one only where events are dropped twice.
  private(set) var stretches: [Stretch] = []
  /// How many frames are read after the gap before the state is asked for.
  private(set) var readAhead = 0
  /// Whether the kernel drops events in those as well.
  private(set) var dropsAgain = false
  /// By how much stamps are off, in µs; nil where they stand still.
  private(set) var step: Int64?
  /// Whether the stamps are wrong for good.
  private(set) var isForGood = false
  /// Whether fingers rest on the device that comes.
  private(set) var keepsContacts = false
  /// Where the contact is that takes the place of another, against where that was, in units.
  private(set) var jump = (x: Int32(0), y: Int32(0))
  /// Which of the contacts it is about.
  private(set) var choice = 0

  /// None is between what a stamp may be off by and what an event may be late by: the first event after a rest may
  /// have waited that long, and the touches that follow it are taken away.
  private static let steps: [Int64] = [
    -1_000_000_000_000_000, -31_536_000_000_000, -3_600_000_000, -1_000_000, -50_000, -10_000, 10_000, 50_000,
    200_000,
    1_000_000, 31_536_000_000_000, 1_000_000_000_000_000,
  ]

  /// What goes wrong in a stream.
  init(_ family: Family, in stream: FingerStream, seed: UInt64) {
    self.family = family
    var random = SeededGenerator(seed: ~seed)
    let frames = stream.frames
    let count = family == .replaced ? 1 : Int.random(in: 1...40, using: &random)
    func place(_ candidates: [Int]) -> Int { candidates.randomElement(using: &random) ?? 1 }
    let all = Array(frames.indices.dropLast())
    var first: Int
    switch Int.random(in: 0..<8, using: &random) {
    case 0: first = 0
    case 1, 2: first = place(all.filter { frames[$0].isLanding })
    case 3, 4: first = place(all.filter { frames[$0].isLift })
    default: first = place(all)
    }
    // In a part of them the fingers lift, or land, in the middle of it.
    if Bool.random(using: &random), family != .replaced { first = max(0, first - count / 2) }
    func stretch(_ first: Int, _ count: Int) -> Stretch {
      Stretch(
        first: first, count: min(count, frames.count - 1 - first),
        head: first == 0 ? 0 : Int.random(in: 0..<frames[first].events.count, using: &random),
        tail: Int.random(in: 0..<100, using: &random))
    }
    stretches = [stretch(first, count)]
    if family == .dropped, Int.random(in: 0..<4, using: &random) == 0 {
      let second = stretches[0].end + Int.random(in: 1...6, using: &random)
      if second < frames.count - 1 {
        stretches.append(stretch(second, Int.random(in: 1...20, using: &random)))
      }
    }
    readAhead = Int.random(in: 0...3, using: &random)
    dropsAgain = readAhead > 0 && Bool.random(using: &random)
    step = Int.random(in: 0..<6, using: &random) == 0 ? nil : Self.steps.randomElement(using: &random)
    isForGood = Bool.random(using: &random)
    keepsContacts = Bool.random(using: &random)
    choice = Int.random(in: 0..<60, using: &random)
    if Bool.random(using: &random) {
      jump = (.random(in: -3000...3000, using: &random), .random(in: -2000...2000, using: &random))
    }
  }

  /// The frames that it is about, and those in which its end is not known yet.
  var frames: ClosedRange<Int> {
    let last = stretches.map(\.end).max() ?? 0
    return
      (stretches.first?.first ?? 0)...(family == .dropped || family == .resumed ? last + readAhead : last)
  }
}
