/// The range of an axis that measures an amount, made safe to compute with.
public struct ValueScale: Hashable, Sendable {
  private let minimum: Int32
  private let span: Double

  /// The scale of an axis; nil where the axis has no extent.
  init?(_ range: AxisRange) {
    guard range.minimum < range.maximum else { return nil }
    minimum = range.minimum
    span = Double(Int64(range.maximum) - Int64(range.minimum))
  }

  /// A value's share of the whole range, 0 … 1, for any value at all.
  func share(of value: Int32) -> Double {
    min(max(Double(Int64(value) - Int64(minimum)) / span, 0), 1)
  }
}
