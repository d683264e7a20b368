/// `recognizers`: edits of a client's own recognizers. The daemon does all edits in order, or none.
public struct RecognizersCommand: Command {
  /// One edit. The path of the edit number n is `edits[n]`.
  public enum Edit: Hashable, Sendable {
    /// Adds a recognizer.
    case add(RequestTable)
    /// Sets the keys of a recognizer that the table names.
    case change(RequestTable)
    /// Lets a recognizer take part again.
    case enable(String)
    /// Lets a recognizer take no part any more.
    case disable(String)
    /// Removes a recognizer.
    case remove(String)
  }

  /// The edits.
  public var edits: [Edit]
  /// Whether a list includes the own recognizers of other clients, as far as the reader may see them.
  public var includesAllOwners: Bool

  /// A request with some edits. A request without edits lists the recognizers.
  public init(edits: [Edit] = [], includesAllOwners: Bool = false) {
    self.edits = edits
    self.includesAllOwners = includesAllOwners
  }

  /// Whether the request only lists.
  public var isListing: Bool { edits.isEmpty }

  public static let name = "recognizers"
  public static let summary =
    "Edits the client's own recognizers: all edits or none. Without fields, lists them."
  public static let fields = [edits, OwnerScope.ofLists]

  private static let edits = FieldDescription(
    "edits", .edits(Step.allCases.map(\.rawValue), schema: "recognizer_edit"), "The edits, in order."
  )

  /// The key of an edit, which names its action.
  private enum Step: String, CaseIterable {
    case add, change, enable, disable, remove

    /// The field of the key.
    var field: FieldDescription {
      switch self {
      case .add: FieldDescription(rawValue, .table, "A recognizer.")
      case .change: FieldDescription(rawValue, .table, "One: what is named changes.")
      case .enable: FieldDescription(rawValue, .name, "One that takes part again.")
      case .disable: FieldDescription(rawValue, .name, "One that takes part no more.")
      case .remove: FieldDescription(rawValue, .name, "One that goes.")
      }
    }
  }

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    edits = try reader.edits(Self.edits, Step.self) { (edit, step) throws(RequestError) in
      switch step {
      case .add: .add(try edit.table(step.field))
      case .change: .change(try edit.table(step.field))
      case .enable: .enable(try edit.checkedName(step.field))
      case .disable: .disable(try edit.checkedName(step.field))
      case .remove: .remove(try edit.checkedName(step.field))
      }
    }
    includesAllOwners = false
    includesAllOwners = try reader.includesAllOwners(isListing: isListing)
  }
}
