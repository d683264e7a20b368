import GestureCore
import GestureTestSupport
import TouchInput

/// One thing that goes wrong at one place in a stream.
struct Disturbance {
  /// The kinds of disturbances.
  enum Family: String, CaseIterable {
    /// The kernel drops events for want of room: at a landing, in between, at a lift, or twice. It also drops them
    /// while the daemon asks for the state, and before any other event (D5, D6).
    case dropped
    /// A contact replaces another one without a lift (D9).
    case replaced
    /// The device disappears and another of its kind appears, with or without fingers on it (D1, D22).
    case unplugged
    /// The machine slept, or the daemon was stopped (T3, T4).
    case resumed
    /// Stamps go back, stand still or run far ahead, for a while or for good (T2).
    case stepped
  }

  /// A stretch of frames.
  struct Stretch {
    var first: Int
    var count: Int
    /// The number of events of the first frame that arrive.
    var head = 0
    /// The number of events of the frame after the stretch that are lost too.
    var tail = 0
    var end: Int { first + count }
  }

  let family: Family
  /// The stretches that are disturbed. A second one exists only where the kernel drops events twice.
  private(set) var stretches: [Stretch] = []
  /// The number of frames read after the gap before the daemon asks for the state.
  private(set) var readAhead = 0
  /// Whether the kernel drops events in those frames as well.
  private(set) var dropsAgain = false
  /// The error of stamps, in µs; nil where they stand still.
  private(set) var step: Int64?
  /// Whether the stamps stay wrong to the end.
  private(set) var isForGood = false
  /// Whether fingers rest on the new device.
  private(set) var keepsContacts = false
  /// The offset of the replacing contact from the replaced one, in units.
  private(set) var jump = (x: Int32(0), y: Int32(0))
  /// Chooses the contact that is replaced, modulo the number of contacts.
  private(set) var choice = 0

  /// No step lies between the tolerated error of a stamp and the tolerated delay of an event. The first event after a
  /// rest may be that late, and the daemon cancels the touches that follow it.
  private static let steps: [Int64] = [
    -1_000_000_000_000_000, -31_536_000_000_000, -3_600_000_000, -1_000_000, -50_000, -10_000, 10_000, 50_000,
    200_000,
    1_000_000, 31_536_000_000_000, 1_000_000_000_000_000,
  ]

  /// A disturbance of a stream; equal seeds give equal disturbances.
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
    // In some streams the fingers lift or land in the middle of the stretch.
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

  /// The disturbed frames, and the frames in which the disturbance's end is not known yet.
  var frames: ClosedRange<Int> {
    let last = stretches.map(\.end).max() ?? 0
    return
      (stretches.first?.first ?? 0)...(family == .dropped || family == .resumed ? last + readAhead : last)
  }
}
