/// A field in the events of a kind beyond the common fields: its name on the wire and its measure.
public struct GestureField: Hashable, Sendable {
  /// The measures of fields.
  public enum Measure: Hashable, Sendable {
    /// A number of things.
    case count
    /// One of these words; the value is the position in the list.
    case word([String])
    /// A position on the screen, in mm.
    case point
    /// A displacement in mm.
    case displacement
    /// A velocity in mm/s.
    case velocity
    /// A length of time, in seconds on the wire.
    case span
    /// A factor without a unit.
    case ratio
    /// A factor's change a second.
    case ratioVelocity
    /// An angle in radians, clockwise positive.
    case angle
    /// An angle's change a second, in radians.
    case angularVelocity
    /// The matrix of a similarity on the screen, in mm.
    case matrix
  }

  /// The name on the wire.
  public var name: String
  /// The measure of the field.
  public var measure: Measure
  /// The range of the values, in the units of the wire; nil for an unbounded field.
  public var range: ClosedRange<Double>?
  /// One sentence for a reader of the protocol.
  public var summary: String

  /// A field.
  public init(
    _ name: String, _ measure: Measure, in range: ClosedRange<Double>? = nil, _ summary: String
  ) {
    self.name = name
    self.measure = measure
    self.range = range
    self.summary = summary
  }
}
