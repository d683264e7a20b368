public import GestureCore

/// What was measured of a panel. Nothing in it says where it was touched.
public struct PanelFigures: Hashable, Sendable {
  /// The reports that changed anything.
  public var reports: Int
  /// The contacts that landed.
  public var touches: Int
  /// The most that were down at once.
  public var touchesAtOnce: Int
  /// For how long any was down.
  public var touchedTime: TimeSpan
  /// From report to report while a finger moves, in ms; nil where none moved.
  public var interval: Distribution?
  /// How far those are from their median, in ms.
  public var jitter: Distribution?
  /// How many were left out of both, since no report came for several of them: a finger at rest, above all.
  public var pauses: Int
  /// The smallest step of a moving finger on each axis, in the panel's units; nil where it made none.
  public var smallestStepX: Int?
  /// See `smallestStepX`.
  public var smallestStepY: Int?
  /// How much the position of a resting finger wanders about in half a second, in mm; nil where none rested.
  public var restingNoise: Distribution?
  /// From the kernel's stamp to when the report was read, in ms; nil for a recording, and where the kernel stamps with
  /// another clock.
  public var latency: Distribution?
  /// How often the kernel dropped events.
  public var droppedStretches: Int
}
