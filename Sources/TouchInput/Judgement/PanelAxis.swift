/// One judged axis, which turns device units into millimeters.
public struct PanelAxis: Hashable, Sendable {
  /// The smallest value; anything below is clamped to it (TCH-32).
  public let minimum: Int32
  /// The largest value, above `minimum`; anything above is clamped to it (TCH-32).
  public let maximum: Int32
  /// The units a millimeter, above 0.
  public let unitsPerMillimetre: Double
  /// The noise in units, 0 or more, which is filtered out before values get here: by the kernel, and by the translator
  /// where the device has no slots.
  public let fuzz: Int32

  /// The millimeters from the axis' start, 0 ..< its length, for any value at all.
  @inlinable
  @inline(__always)
  public func millimetres(of value: Int32) -> Double {
    Double(Int64(min(max(value, minimum), maximum)) - Int64(minimum)) / unitsPerMillimetre
  }

  /// The number of the axis' values: both ends count.
  var steps: Double { Double(Int64(maximum) - Int64(minimum) + 1) }
}
