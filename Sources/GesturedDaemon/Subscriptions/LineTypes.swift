import GestureProtocol

/// A set of types of lines that filters may name.
struct LineTypes: Hashable {
  private var bits: UInt16 = 0

  /// The types of a list.
  init(_ types: some Sequence<LineType>) {
    for type in types { bits |= 1 << type.place }
  }

  /// The types whose declaration fulfils a condition.
  private init(where isMeant: (LineType.Declaration) -> Bool) {
    self.init(LineType.allCases.filter { isMeant($0.declaration) })
  }

  /// Whether a type is one of them.
  @inline(__always)
  func contains(_ type: LineType) -> Bool { bits & 1 << type.place != 0 }

  /// Leaves out the types that are not in another set.
  mutating func formIntersection(_ other: LineTypes) { bits &= other.bits }

  /// The types that a filter without `type` passes.
  static let usual = LineTypes(where: { $0.isUsual })
  /// Those that speak of a recognizer.
  static let ofRecognizers = LineTypes(where: { $0.subjects.contains(.recognizer) })
  /// Those that speak of a state as gestures have it.
  static let withState = LineTypes(where: { $0.subjects.contains(.state) })
  /// Those that speak of a region.
  static let withRegion = LineTypes(where: { $0.subjects.contains(.region) })
  /// Those that speak of a touchscreen.
  static let withDevice = LineTypes(where: { $0.subjects.contains(.device) })
}
