/// The decisions of a fuzzer's bytes, one after another. Once the bytes are used up, every decision is 0.
///
/// Small decisions take one byte each, so that a mutation of one byte changes one decision.
struct ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  /// The decisions of some bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether all bytes are used up.
  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte.
  mutating func byte() -> UInt8 {
    guard !isAtEnd else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number from 0 to `bound` - 1, for a bound from 1 to 256.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

  /// True once in so many times.
  mutating func onceIn(_ times: Int) -> Bool { below(times) == times - 1 }

  /// One of several choices.
  mutating func one<Element>(of choices: [Element]) -> Element { choices[below(choices.count)] }

  /// A number within a range, in 65,536 steps.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    let share = Double(UInt16(byte()) << 8 | UInt16(byte())) / Double(UInt16.max)
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }
}
