import GestureCore

/// The description of a recognizer in its lines.
public struct RecognizerLabel: Hashable, Sendable {
  /// The author's name.
  public var name: String
  /// The word for the recognizer's kind.
  public var kind: String
  /// The fields of the recognizer's gestures, in the order of the wire.
  public var fields: [GestureField]
  /// The number of fingers that the recognizer is for.
  public var numberOfTouches: Int
  /// The name of the region that the recognizer belongs to.
  public var region: String
  /// The client that has declared the recognizer; nil for the configuration.
  public var declarer: Declarer?

  public init(
    name: String, kind: String, fields: [GestureField], numberOfTouches: Int, region: String = "root",
    declarer: Declarer? = nil
  ) {
    self.name = name
    self.kind = kind
    self.fields = fields
    self.numberOfTouches = numberOfTouches
    self.region = region
    self.declarer = declarer
  }
}
