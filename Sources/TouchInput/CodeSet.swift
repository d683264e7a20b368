/// A set of event codes or properties, with one bit a code, as in sysfs and recordings.
public struct CodeSet: Hashable, Sendable {
  private var bytes: [UInt8] = []

  /// The empty set.
  public init() {}

  /// The set of the given codes.
  public init(_ codes: [UInt16]) {
    for code in codes { insert(code) }
  }

  /// Whether the code is in the set.
  public func contains(_ code: UInt16) -> Bool {
    let byte = Int(code) / 8
    return byte < bytes.count && bytes[byte] & (1 << (UInt8(truncatingIfNeeded: code) & 7)) != 0
  }

  /// Adds a code.
  public mutating func insert(_ code: UInt16) {
    let byte = Int(code) / 8
    while bytes.count <= byte { bytes.append(0) }
    bytes[byte] |= 1 << (UInt8(truncatingIfNeeded: code) & 7)
  }

  /// The codes in rising order.
  public var codes: [UInt16] {
    (0..<bytes.count * 8).map { UInt16(truncatingIfNeeded: $0) }.filter(contains)
  }

  /// Whether no code is in the set.
  public var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }

  /// Whether any code of the range is in the set.
  public func containsAny(of codes: some Sequence<UInt16>) -> Bool {
    codes.contains { contains($0) }
  }
}
