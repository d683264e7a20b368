/// The values that a gesture carries, in the order of its kind's fields (`GestureField`): at most four.
///
/// They are plain numbers so that an event is copied without counting references; the names are told once, by
/// the recognizer's type.
public struct GestureValues: Sendable {
  /// A value.
  public enum Quantity: Hashable, Sendable {
    /// How many.
    case count(Int)
    /// The position of a word in its field's list.
    case word(Int)
    /// A place on the screen, in mm.
    case point(Point)
    /// A displacement in mm.
    case displacement(Vector)
    /// A velocity in mm/s.
    case velocity(Vector)
    /// A length of time.
    case span(TimeSpan)
    /// A factor without a unit.
    case ratio(Double)
    /// A factor's change a second.
    case ratioVelocity(Double)
    /// An angle in radians, clockwise positive.
    case angle(Double)
    /// An angle's change a second, in radians.
    case angularVelocity(Double)
    /// A similarity on the screen, in mm.
    case matrix(Similarity)
  }

  /// The most values that a kind may have.
  public static let maximumCount = 4

  private var quantities: InlineArray<4, Quantity>
  /// How many values there are.
  public private(set) var count: Int

  /// No values.
  public init() {
    quantities = InlineArray(repeating: .count(0))
    count = 0
  }

  /// One value.
  public init(_ first: Quantity) {
    self.init()
    append(first)
  }

  /// Two values.
  public init(_ first: Quantity, _ second: Quantity) {
    self.init(first)
    append(second)
  }

  /// Three values.
  public init(_ first: Quantity, _ second: Quantity, _ third: Quantity) {
    self.init(first, second)
    append(third)
  }

  /// Adds a value. A fifth is a programming error.
  public mutating func append(_ quantity: Quantity) {
    precondition(count < Self.maximumCount, "a gesture carries at most \(Self.maximumCount) values")
    quantities[count] = quantity
    count += 1
  }

  /// The value at a position, 0 ..< `count`.
  public subscript(position: Int) -> Quantity {
    precondition(position < count)
    return quantities[position]
  }
}
