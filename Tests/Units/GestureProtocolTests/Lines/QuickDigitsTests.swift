import GestureTestSupport
import Testing

@testable import GestureProtocol

/// Digits computed all at once equal the digits that division gives one by one.
@Suite("Quick digits")
struct QuickDigitsTests {
  /// Around every power of ten and of two, and at the ends.
  private static let edges: [UInt64] = {
    var edges: Set<UInt64> = [0, .max]
    var power: UInt64 = 1
    for _ in 0..<20 {
      for distance in UInt64(0)...2 { edges.formUnion([power &- distance, power &+ distance, power &* 5]) }
      power &*= 10
    }
    for shift in 0..<64 { edges.formUnion([1 << shift, (1 << shift) - 1]) }
    return edges.sorted()
  }()

  @Test("Eight digits are found of any number that has so few")
  func eight() {
    var random = SeededGenerator(seed: 11)
    var wrong: [UInt64] = []
    func check(_ number: UInt64) {
      var digits = EightDigits.values(of: number)
      var value: UInt64 = 0
      for _ in 0..<8 {
        value = value * 10 + digits & 0xFF
        digits >>= 8
      }
      if value != number { wrong.append(number) }
    }
    for upper in UInt64(0)..<10_000 {
      for lower: UInt64 in [0, 1, 9_999, upper] { check(upper * 10_000 + lower) }
      check(upper)
    }
    for _ in 0..<100_000 { check(UInt64.random(in: 0..<EightDigits.limit, using: &random)) }
    #expect(wrong == [])
  }

  @Test("Whole numbers of every length, and the last ones, are written as division would")
  func integers() {
    var random = SeededGenerator(seed: 12)
    let any = (0..<20_000).map { _ in random.next() >> UInt64.random(in: 0...63, using: &random) }
    for value in Self.edges + any {
      #expect(Samples.text(of: value) { $0.append(integer: $1) } == PlainDigits.text(of: value))
      let signed = Int(truncatingIfNeeded: value)
      #expect(Samples.text(of: signed) { $0.append(integer: $1) } == PlainDigits.text(of: signed))
      #expect(Samples.text(of: 0 &- signed) { $0.append(integer: $1) } == PlainDigits.text(of: 0 &- signed))
    }
    #expect(Samples.text(of: Int.min) { $0.append(integer: $1) } == "-9223372036854775808")
    #expect(Samples.text(of: UInt64.max) { $0.append(integer: $1) } == "18446744073709551615")
  }

  @Test("JSN-7 seconds, before zero too, are written as division would")
  func seconds() {
    var random = SeededGenerator(seed: 13)
    let any = (0..<20_000).map { _ in random.next() >> UInt64.random(in: 0...63, using: &random) }
    for value in (Self.edges + any).map({ Int64(truncatingIfNeeded: $0) }) {
      #expect(Samples.text(of: value) { $0.append(secondsOf: $1) } == PlainDigits.text(ofSeconds: value))
      let negative = 0 &- value
      #expect(
        Samples.text(of: negative) { $0.append(secondsOf: $1) } == PlainDigits.text(ofSeconds: negative))
    }
  }

  @Test("JSN-7 decimals are rounded and written as ever, halves, bounds and what is beyond them included")
  func decimals() {
    var random = SeededGenerator(seed: 14)
    var values: [Double] = [
      0, 0.000_05, 0.000_049_999_999, 0.000_1, 0.5, 0.999_9, 0.999_95, 0.999_949_999, 1, 9.999_95, 9_999,
      9_999.999_9, 9_999.999_949, 9_999.999_95, 10_000, 10_000.000_1, 10_000.5, 99_999_999.999_9,
      LineWriter.decimalBound - 0.000_1, LineWriter.decimalBound, LineWriter.decimalBound.nextUp,
      LineWriter.decimalBound.nextDown, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      .leastNormalMagnitude, .pi,
    ]
    for step in 0...20_000 {
      values += [Double(step) / 10_000, (Double(step) + 0.5) / 10_000]
    }
    for _ in 0..<20_000 {
      let size = [1e-5, 1, 100, 1_000, 10_000, 1e6, 1e9, 1e11][Int.random(in: 0..<8, using: &random)]
      values.append(Double.random(in: 0...size, using: &random))
    }
    for value in values.flatMap({ [$0, $0.nextUp, $0.nextDown] }).flatMap({ [$0, -$0] }) {
      let text = PlainDigits.text(ofDecimal: value)
      #expect(Samples.text(of: value) { $0.append(decimal: $1) } == text)
      #expect(Samples.text(of: value) { $0.append(pair: $1, -$1) }.hasPrefix(text + ","))
    }
    #expect(Samples.text(of: -0.0) { $0.append(decimal: $1) } == "0")
    #expect(
      Samples.text(of: 1.5) { $0.append(decimals: $1, -$1, 0, 20_000.25) } == "1.5,-1.5,0,20000.25,")
  }

  @Test("A whole number with zeros before it has at least its width", arguments: 1...8)
  func width(_ width: Int) {
    for value: UInt64 in [0, 1, 9, 10, 123, 9_999, 10_000, 99_999_999] {
      let plain = String(value)
      let expected = String(repeating: "0", count: max(0, width - plain.count)) + plain
      #expect(Samples.text(of: value) { $0.append(digits: $1, width: width) } == expected)
    }
  }
}

extension Samples {
  /// The text of a number between marks, without the marks. They detect bytes that a number leaves behind it.
  fileprivate static func text<Value>(of value: Value, _ write: (inout LineWriter, Value) -> Void) -> String {
    let text = text {
      $0.append(UInt8(ascii: "<"))
      write(&$0, value)
      $0.append(UInt8(ascii: ">"))
    }
    return String(text.dropFirst().dropLast())
  }
}
