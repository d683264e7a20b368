/// What a fuzzer's bytes decide, one decision after another. When they are used up everything is 0.
///
/// Small decisions take one byte each, so that a mutation of one byte changes one decision.
struct ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  /// The decisions of some bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether nothing is left to decide.
  var isAtEnd: Bool { position >= bytes.count }

  /// Any byte.
  mutating func byte() -> UInt8 {
    guard !isAtEnd else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number from 0 to below a bound of 1 … 256.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

  /// Yes, once in so many times.
  mutating func onceIn(_ times: Int) -> Bool { below(times) == times - 1 }

  /// One of several.
  mutating func one<Element>(of choices: [Element]) -> Element { choices[below(choices.count)] }

  /// A number within a range, in 65,536 steps.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    let share = Double(UInt16(byte()) << 8 | UInt16(byte())) / Double(UInt16.max)
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }
}
