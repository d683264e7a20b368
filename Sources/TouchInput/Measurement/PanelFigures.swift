public import GestureCore

/// The measured figures of a panel. None of them tells where the panel was touched.
public struct PanelFigures: Hashable, Sendable {
  /// The number of reports that changed anything.
  public var reports: Int
  /// The number of contacts that landed.
  public var touches: Int
  /// The largest number of contacts that were down at once.
  public var touchesAtOnce: Int
  /// The time for which any contact was down.
  public var touchedTime: TimeSpan
  /// The time between reports while a finger moves, in ms; nil where no finger moved.
  public var interval: Distribution?
  /// The distance of those intervals from their median, in ms.
  public var jitter: Distribution?
  /// The number of intervals left out of both, since the panel skipped several reports: mostly for a finger at rest.
  public var pauses: Int
  /// The smallest step of a moving finger on each axis, in the panel's units; nil where no finger moved along the axis.
  public var smallestStepX: Int?
  /// See `smallestStepX`.
  public var smallestStepY: Int?
  /// How far the position of a resting finger wanders in half a second, in mm; nil where no finger rested.
  public var restingNoise: Distribution?
  /// The time from the kernel's stamp to the reading of the report, in ms; nil for a recording, and where the kernel
  /// stamps with another clock.
  public var latency: Distribution?
  /// The number of times that the kernel dropped events.
  public var droppedStretches: Int
}
