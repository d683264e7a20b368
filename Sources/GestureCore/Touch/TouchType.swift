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
