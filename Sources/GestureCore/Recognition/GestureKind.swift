/// The kind of gesture that a recognizer sees. The name is the word on the wire and in the configuration.
public struct GestureKind: Hashable, Sendable {
  /// `tap`, `long_press`, `pan`, `swipe` …
  public let name: String

  /// A kind, declared in the file of its recognizer.
  public init(_ name: String) {
    self.name = name
  }
}
