/// A responder by its name on the wire: `field`, `controller:login` or `application`.
public enum ResponderName: Hashable, Sendable {
  /// A region or a window.
  case region(String)
  /// The controller with a tag, which regions name as their `controller`.
  case controller(String)
  /// The application: the end of every chain.
  case application

  private static let controllerPrefix = "controller:"
  private static let applicationWord = "application"

  /// Reads a name. The word `application` always means the application. Any other text without a prefix names a region.
  public init(_ text: String) {
    if text == Self.applicationWord {
      self = .application
    } else if text.hasPrefix(Self.controllerPrefix) {
      self = .controller(String(text.dropFirst(Self.controllerPrefix.count)))
    } else {
      self = .region(text)
    }
  }

  /// The name of the region or window; nil for others.
  public var region: String? {
    if case .region(let name) = self { name } else { nil }
  }

  /// The name on the wire.
  public var text: String {
    switch self {
    case .region(let name): name
    case .controller(let tag): Self.controllerPrefix + tag
    case .application: Self.applicationWord
    }
  }

  /// The bytes of the name on the wire.
  public var byteCount: Int {
    switch self {
    case .region(let name): name.utf8.count
    case .controller(let tag): Self.controllerPrefix.utf8.count + tag.utf8.count
    case .application: Self.applicationWord.utf8.count
    }
  }
}
