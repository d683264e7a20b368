/// A request of one name. The type declares the request, reads it, and holds its values.
///
/// Each request is one file of this folder and one line in `CommandCatalog`. The daemon's half is its handler, a
/// `ServedCommand`. The declaration determines the allowed values in errors, the hints and docs/protocol.schema.json.
public protocol Command: Hashable, Sendable {
  /// The word after `command`.
  static var name: String { get }
  /// One sentence about the request.
  static var summary: String { get }
  /// The fields in the order of the manual, without `id` and `command`.
  static var fields: [FieldDescription] { get }
  /// The fields of which exactly one must be present; empty for most requests.
  static var alternatives: [FieldDescription] { get }
  /// Whether the request answers the daemon. Such a request gets a reply only when it is wrong, and costs less of the
  /// client's budget.
  static var isAnswer: Bool { get }

  /// Reads the fields. The caller has checked that all are in `fields`, and that no required field is missing.
  ///
  /// - Throws: the first value that is wrong.
  init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError)
}

extension Command {
  public static var fields: [FieldDescription] { [] }
  public static var alternatives: [FieldDescription] { [] }
  public static var isAnswer: Bool { false }

  /// Whether the request answers the daemon.
  public var isAnswer: Bool { Self.isAnswer }
}
