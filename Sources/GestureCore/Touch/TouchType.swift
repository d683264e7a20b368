/// The kind of thing that touches, with UIKit's numbers.
public enum TouchType: UInt8, Hashable, Sendable {
  /// A finger on the screen.
  case direct = 0
  /// A finger on a surface that is not the screen.
  case indirect = 1
  /// A pen.
  case pencil = 2
  /// A mouse or another pointer.
  case indirectPointer = 3
}

extension TouchType {
  /// The bits of some types; nil stands for all types (ARB-27).
  static func mask(_ types: [TouchType]?) -> UInt8 {
    guard let types else { return .max }
    return types.reduce(0) { $0 | $1.bit }
  }

  /// The bit of this type.
  @inline(__always)
  var bit: UInt8 { 1 << rawValue }
}
