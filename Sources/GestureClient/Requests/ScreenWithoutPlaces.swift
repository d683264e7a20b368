/// A touchscreen whose lines have no places and lengths in the units that were asked for.
public struct ScreenWithoutPlaces: Hashable, Sendable, Decodable {
  /// Its number.
  public var device: Int
  /// Why: `pixels_unknown`, among others.
  public var reason: String
}
