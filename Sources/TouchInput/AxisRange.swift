/// A device's claim about one absolute axis: `struct input_absinfo` without its value. Hostile until judged.
public struct AxisRange: Hashable, Sendable {
  /// The smallest value the device claims to send.
  public var minimum: Int32
  /// The largest value the device claims to send.
  public var maximum: Int32
  /// The noise that the kernel filters, in units.
  public var fuzz: Int32
  /// The dead zone, in units.
  public var flat: Int32
  /// The units a millimeter; 0 where the device claims none.
  public var resolution: Int32

  /// An axis as claimed.
  public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }
}
