/// A `struct input_event` with arbitrary numbers.
struct RawEvent: Hashable {
  var seconds: Int64 = 0
  var microseconds: Int64 = 0
  var type: UInt16
  var code: UInt16
  var value: Int32

  /// Any event at all.
  static func random(using generator: inout some RandomNumberGenerator) -> RawEvent {
    RawEvent(
      seconds: .random(in: .min ... .max, using: &generator),
      microseconds: .random(in: .min ... .max, using: &generator),
      type: .random(in: .min ... .max, using: &generator),
      code: .random(in: .min ... .max, using: &generator),
      value: .random(in: .min ... .max, using: &generator))
  }

  /// The 24 bytes that the kernel delivers.
  var bytes: [UInt8] {
    bytes(of: seconds) + bytes(of: microseconds) + bytes(of: type) + bytes(of: code) + bytes(of: value)
  }

  private func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number.littleEndian >> Number($0 * 8)) }
  }
}
