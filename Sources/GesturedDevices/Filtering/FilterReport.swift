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
  /// How long until a filter that resting fingers have switched off begins again by itself; nil where it does not.
  package var rest: TimeSpan?
  /// The frames that the clone's pipe has received, and how many writes found it full.
  package var frames: Int
  package var full: Int
  /// The panel's own node. While the filter is on, its other readers receive nothing (FF-9).
  package var panel: String?
  /// The reports of the panel that the filter has received.
  package var reports = 0
  /// The longest time for which the filter may hold a touch back now, and the longest for which it has.
  package var hold = TimeSpan.zero
  package var held = TimeSpan.zero

  /// Whether the configuration asks for the filter.
  package var isWanted: Bool { reason != FilterState.Reason.configuration.rawValue }
}
