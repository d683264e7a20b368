/// A touchscreen whose lines carry no places and lengths in the requested units.
public struct ScreenWithoutPlaces: Hashable, Sendable, Decodable {
  /// The touchscreen's number.
  public var device: Int
  /// The reason: `pixels_unknown`, among others.
  public var reason: String
}
