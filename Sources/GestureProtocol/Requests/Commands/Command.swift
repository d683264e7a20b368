/// A request of one name: the type declares it, reads it, and holds what the client asks for.
///
/// Each request is one file of this folder and one line in `CommandCatalog`. The daemon's half is its handler, a
/// `ServedCommand`. What errors say is allowed, hints and docs/protocol.schema.json are made from the declaration.
public protocol Command: Hashable, Sendable {
  /// The word after `command`.
  static var name: String { get }
  /// One sentence about the request.
  static var summary: String { get }
  /// Its fields, in the order of the manual; `id` and `command` go without saying.
  static var fields: [FieldDescription] { get }
  /// The fields of which exactly one must be there; none for most requests.
  static var alternatives: [FieldDescription] { get }
  /// Whether it answers the daemon: such a request gets a reply only when it is wrong, and costs less of the client's
  /// budget.
  static var isAnswer: Bool { get }

  /// Reads the fields. Each of them is one of `fields`, and those that must be there are.
  ///
  /// - Throws: the first value that is wrong.
  init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError)
}

extension Command {
  public static var fields: [FieldDescription] { [] }
  public static var alternatives: [FieldDescription] { [] }
  public static var isAnswer: Bool { false }

  /// Whether it answers the daemon.
  public var isAnswer: Bool { Self.isAnswer }
}
