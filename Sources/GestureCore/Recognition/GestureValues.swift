/// The values that a gesture carries, in the order of its kind's fields (`GestureField`): at most `maximumCount`.
///
/// The values are plain numbers, so that copies of an event count no references, and they are packed to be small. The
/// recognizer's type has the names.
public struct GestureValues: Sendable {
  /// A value.
  public enum Quantity: Hashable, Sendable {
    /// A number of things.
    case count(Int)
    /// The position of a word in its field's list.
    case word(Int)
    /// A position on the screen, in mm.
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

  /// The kinds of values; `first`, `second` and `third` hold their numbers.
  @usableFromInline
  enum Kind {
    @usableFromInline static var count: UInt8 { 0 }
    @usableFromInline static var word: UInt8 { 1 }
    @usableFromInline static var point: UInt8 { 2 }
    @usableFromInline static var displacement: UInt8 { 3 }
    @usableFromInline static var velocity: UInt8 { 4 }
    @usableFromInline static var span: UInt8 { 5 }
    @usableFromInline static var ratio: UInt8 { 6 }
    @usableFromInline static var ratioVelocity: UInt8 { 7 }
    @usableFromInline static var angle: UInt8 { 8 }
    @usableFromInline static var angularVelocity: UInt8 { 9 }
    @usableFromInline static var matrix: UInt8 { 10 }
  }

  /// The most values that a kind may have.
  public static let maximumCount = 7
  /// The most numbers of all values: a position has two, a matrix four.
  public static let maximumNumberCount = 12

  /// Vectors, because a copy of an inline array calls the runtime.
  @usableFromInline var first = SIMD4<Double>.zero
  @usableFromInline var second = SIMD4<Double>.zero
  @usableFromInline var third = SIMD4<Double>.zero
  /// The kind of each value, in the low half, and the index of its first number, in the high half.
  @usableFromInline var layout = SIMD8<UInt8>.zero
  @usableFromInline var numberCount: UInt8 = 0
  @usableFromInline var valueCount: UInt8 = 0

  /// The number of values.
  @inlinable
  public var count: Int { Int(valueCount) }

  /// No values.
  public init() {}

  /// One value.
  @inline(__always)
  public init(_ first: Quantity) {
    self.init()
    append(first)
  }

  /// Two values.
  @inline(__always)
  public init(_ first: Quantity, _ second: Quantity) {
    self.init(first)
    append(second)
  }

  /// Three values.
  @inline(__always)
  public init(_ first: Quantity, _ second: Quantity, _ third: Quantity) {
    self.init(first, second)
    append(third)
  }

  /// Whether another value has room.
  public func hasRoom(for quantity: Quantity) -> Bool {
    let needed =
      switch quantity {
      case .count, .word, .span, .ratio, .ratioVelocity, .angle, .angularVelocity: 1
      case .point, .displacement, .velocity: 2
      case .matrix: 4
      }
    return count < Self.maximumCount && Int(numberCount) + needed <= Self.maximumNumberCount
  }

  /// Adds a value. More than `maximumCount` values or `maximumNumberCount` numbers are a programming error.
  @inline(__always)
  public mutating func append(_ quantity: Quantity) {
    switch quantity {
    case .count(let count): append(Kind.count, Double(bitPattern: UInt64(bitPattern: Int64(count))))
    case .word(let word): append(Kind.word, Double(bitPattern: UInt64(bitPattern: Int64(word))))
    case .point(let point): append(Kind.point, point.x, point.y)
    case .displacement(let vector): append(Kind.displacement, vector.x, vector.y)
    case .velocity(let vector): append(Kind.velocity, vector.x, vector.y)
    case .span(let span): append(Kind.span, Double(bitPattern: UInt64(bitPattern: span.microseconds)))
    case .ratio(let number): append(Kind.ratio, number)
    case .ratioVelocity(let number): append(Kind.ratioVelocity, number)
    case .angle(let number): append(Kind.angle, number)
    case .angularVelocity(let number): append(Kind.angularVelocity, number)
    case .matrix(let matrix):
      precondition(hasRoom(for: quantity), "its four numbers have room")
      append(Kind.matrix, matrix.factor.x, matrix.factor.y)
      append(matrix.shift.x)
      append(matrix.shift.y)
    }
  }

  /// The value at a position, 0 ..< `count`.
  @inlinable
  @inline(__always)
  public subscript(position: Int) -> Quantity {
    precondition(position < count)
    let start = start(at: position)
    return switch kind(at: position) {
    case Kind.count: .count(integer(at: start))
    case Kind.word: .word(integer(at: start))
    case Kind.point: .point(Point(number(at: start), number(at: start + 1)))
    case Kind.displacement: .displacement(vector(from: start))
    case Kind.velocity: .velocity(vector(from: start))
    case Kind.span: .span(TimeSpan(microseconds: Int64(integer(at: start))))
    case Kind.ratio: .ratio(number(at: start))
    case Kind.ratioVelocity: .ratioVelocity(number(at: start))
    case Kind.angle: .angle(number(at: start))
    case Kind.angularVelocity: .angularVelocity(number(at: start))
    default: .matrix(Similarity(factor: vector(from: start), shift: vector(from: start + 2)))
    }
  }

  /// The value at a position, 0 ..< `count`, if it is a displacement or a velocity, as most values are.
  @inlinable
  @inline(__always)
  public func vector(at position: Int) -> Vector? {
    let kind = kind(at: position)
    guard kind == Kind.displacement || kind == Kind.velocity else { return nil }
    return vector(from: start(at: position))
  }

  @inlinable
  @inline(__always)
  func kind(at position: Int) -> UInt8 { layout[position] & 15 }

  @inlinable
  @inline(__always)
  func start(at position: Int) -> Int { Int(layout[position] >> 4) }

  @inlinable
  @inline(__always)
  func number(at place: Int) -> Double {
    place < 4 ? first[place] : place < 8 ? second[place - 4] : third[place - 8]
  }

  @inlinable
  func integer(at start: Int) -> Int { Int(Int64(bitPattern: number(at: start).bitPattern)) }

  @inlinable
  @inline(__always)
  func vector(from start: Int) -> Vector { Vector(number(at: start), number(at: start + 1)) }

  @inline(__always)
  private mutating func append(_ kind: UInt8, _ number: Double) {
    precondition(count < Self.maximumCount, "a gesture carries at most \(Self.maximumCount) values")
    layout[count] = kind | numberCount << 4
    valueCount += 1
    append(number)
  }

  @inline(__always)
  private mutating func append(_ kind: UInt8, _ x: Double, _ y: Double) {
    append(kind, x)
    append(y)
  }

  @inline(__always)
  private mutating func append(_ number: Double) {
    precondition(numberCount < Self.maximumNumberCount, "their numbers have room")
    let place = Int(numberCount)
    if place < 4 {
      first[place] = number
    } else if place < 8 {
      second[place - 4] = number
    } else {
      third[place - 8] = number
    }
    numberCount += 1
  }
}
