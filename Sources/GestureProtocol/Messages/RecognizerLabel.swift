import GestureCore

/// What a line says of a recognizer, apart from what happened to it.
public struct RecognizerLabel: Hashable, Sendable {
  /// The author's name.
  public var name: String
  /// The word for what it recognizes.
  public var kind: String
  /// The fields of its gestures, in the order of the wire.
  public var fields: [GestureField]
  /// How many fingers it is for.
  public var numberOfTouches: Int
  /// The client that has declared it; nil for the configuration.
  public var declarer: Declarer?

  /// A label.
  public init(
    name: String, kind: String, fields: [GestureField], numberOfTouches: Int, declarer: Declarer? = nil
  ) {
    self.name = name
    self.kind = kind
    self.fields = fields
    self.numberOfTouches = numberOfTouches
    self.declarer = declarer
  }
}
