/// The samples of touches since the last delivery: a ring for each touch, in storage that is made once. The storage is
/// empty where no receiver asks for samples.
struct CoalescedSamples: Sendable {
  /// The most samples kept for one touch. Beyond that the oldest are lost and counted.
  static let limit = 64

  private struct Ring {
    var first = 0
    var count = 0
    var lost = 0
  }

  private var samples: [TouchSample] = []
  private var rings: [Ring] = []

  /// Room for a number of touches; no storage where samples are not kept.
  init(places: Int, isKept: Bool) {
    guard isKept else { return }
    let nowhere = TouchSample(time: Instant(microseconds: 0), location: .zero, previousLocation: .zero)
    samples = Array(repeating: nowhere, count: places * Self.limit)
    rings = Array(repeating: Ring(), count: places)
  }

  /// Whether samples are kept.
  var isKept: Bool { !rings.isEmpty }

  /// The number of samples of a touch.
  func count(at place: Int) -> Int { rings[place].count }

  /// The number of lost samples of a touch.
  func lost(at place: Int) -> Int { rings[place].lost }

  /// A sample of a touch; 0 is the oldest.
  func sample(_ number: Int, at place: Int) -> TouchSample {
    samples[place * Self.limit + (rings[place].first + number) % Self.limit]
  }

  /// Adds the present state of a touch.
  mutating func append(_ touch: borrowing Touch, at place: Int) {
    if rings[place].count == Self.limit {
      rings[place].first = (rings[place].first + 1) % Self.limit
      rings[place].count -= 1
      rings[place].lost += 1
    }
    let position = (rings[place].first + rings[place].count) % Self.limit
    samples[place * Self.limit + position] = TouchSample(
      time: touch.time, location: touch.location, previousLocation: touch.previousLocation,
      force: touch.attributes.force, majorRadius: touch.attributes.majorRadius)
    rings[place].count += 1
  }

  /// Forgets the samples that were delivered.
  mutating func removeAll(at place: Int) {
    rings[place] = Ring()
  }
}
