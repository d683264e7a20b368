import GestureCore
import LinuxInput

/// The state of a touchscreen's filter, for `status` (FLT-106).
package struct FilterReport: Hashable {
  /// The touchscreen's number.
  package var device: Int
  /// `on`, `paused` or `off`.
  package var state: String
  /// The reason for `paused` and `off`, as a word.
  package var reason: String?
  /// The fault and the next step, as a sentence; nil without a fault.
  package var fault: String?
  /// The node of the clone; nil without one.
  package var node: String?
  /// When the state began; nil where it is the first one.
  package var since: Instant?
  /// The frames that the clone's pipe has received, and how many writes found it full.
  package var frames: Int
  package var full: Int

  /// Whether the configuration asks for the filter.
  package var isWanted: Bool { reason != FilterState.Reason.configuration.rawValue }
}
