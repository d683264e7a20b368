/// The kind of thing that touches, with UIKit's numbers. UIKit has no eraser.
public enum TouchType: UInt8, Hashable, Sendable {
  /// A finger on the screen.
  case direct = 0
  /// A finger on a surface that is not the screen.
  case indirect = 1
  /// A pen.
  case pencil = 2
  /// A mouse or another pointer.
  case indirectPointer = 3
  /// The eraser of a pen (PEN-2).
  case eraser = 4
}

extension TouchType {
  /// The bits of some types; nil stands for all types (ARB-27).
  static func mask(_ types: [TouchType]?) -> UInt8 {
    guard let types else { return .max }
    return types.reduce(0) { $0 | $1.bit }
  }

  /// Whether a pen touches, with either of its ends.
  @inline(__always)
  var isPen: Bool { self == .pencil || self == .eraser }

  /// The bit of this type.
  @inline(__always)
  var bit: UInt8 { 1 << rawValue }
}
