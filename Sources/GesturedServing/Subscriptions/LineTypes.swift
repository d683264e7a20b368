import GestureProtocol

/// A set of the line types that filters may name.
struct LineTypes: Hashable {
  private var bits: UInt32 = 0

  /// The types that fit. A shift beyond them gives no bit, and lines of such a type would reach no client.
  static let capacity = UInt32.bitWidth

  /// The types of a list.
  init(_ types: some Sequence<LineType>) {
    for type in types { bits |= 1 << type.place }
  }

  /// The types whose declaration meets a condition.
  private init(where isMeant: (LineType.Declaration) -> Bool) {
    self.init(LineType.allCases.filter { isMeant($0.declaration) })
  }

  /// Whether the set contains a type.
  @inline(__always)
  func contains(_ type: LineType) -> Bool { bits & 1 << type.place != 0 }

  /// Removes the types that are not in another set.
  mutating func formIntersection(_ other: LineTypes) { bits &= other.bits }

  /// The types that a filter without `type` passes.
  static let usual = LineTypes(where: { $0.isUsual })
  /// The types whose lines name a recognizer.
  static let ofRecognizers = LineTypes(where: { $0.subjects.contains(.recognizer) })
  /// The types whose lines have a state, like gestures.
  static let withState = LineTypes(where: { $0.subjects.contains(.state) })
  /// The types whose lines name a region.
  static let withRegion = LineTypes(where: { $0.subjects.contains(.region) })
  /// The types whose lines name a touchscreen.
  static let withDevice = LineTypes(where: { $0.subjects.contains(.device) })
}
