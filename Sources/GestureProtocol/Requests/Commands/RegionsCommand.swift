/// `regions`: edits of the tree of regions. The daemon does all edits in order, or none.
public struct RegionsCommand: Command {
  /// One edit. The path of the edit number n is `edits[n]`.
  public enum Edit: Hashable, Sendable {
    /// Adds a region in front of its siblings.
    case add(RequestTable)
    /// Adds a window.
    case addWindow(RequestTable)
    /// Sets the keys of a region or window that the table names.
    case change(RequestTable)
    /// Moves a region into another parent, in front of the regions there.
    case move(String, to: String)
    /// Moves a region directly in front of a sibling; nil moves it behind all siblings.
    case reorder(String, inFrontOf: String?)
    /// Removes a region and all regions inside.
    case remove(String)
  }

  /// The edits.
  public var edits: [Edit]
  /// The window that becomes key; nil for no change.
  public var keyWindow: String?
  /// Whether a list names the clients that have declared regions, as far as the reader may see them.
  public var includesAllOwners: Bool

  /// A request with some edits. A request without edits and key window lists the regions.
  public init(edits: [Edit] = [], keyWindow: String? = nil, includesAllOwners: Bool = false) {
    self.edits = edits
    self.keyWindow = keyWindow
    self.includesAllOwners = includesAllOwners
  }

  /// Whether the request only lists.
  public var isListing: Bool { edits.isEmpty && keyWindow == nil }

  public static let name = "regions"
  public static let summary = "Edits regions and windows: all edits or none. Without fields, lists them."
  public static let fields = [edits, keyWindow, OwnerScope.ofLists]

  private static let edits = FieldDescription(
    "edits", .edits(Step.allCases.map(\.rawValue), schema: "region_edit"), "The edits, in order.")
  private static let keyWindow = FieldDescription("key_window", .name, "The window that becomes key.")

  /// The key of an edit, which names its action.
  private enum Step: String, CaseIterable {
    case add
    case addWindow = "add_window"
    case change, move, reorder, remove

    /// The field of the key.
    var field: FieldDescription {
      switch self {
      case .add: FieldDescription(rawValue, .table, "A region, in front of its siblings.")
      case .addWindow: FieldDescription(rawValue, .table, "A window.")
      case .change: FieldDescription(rawValue, .table, "A region or window: what is named changes.")
      case .move: FieldDescription(rawValue, .name, "A region that gets another parent.")
      case .reorder: FieldDescription(rawValue, .name, "A region that comes elsewhere among its siblings.")
      case .remove: FieldDescription(rawValue, .name, "A region that goes.")
      }
    }
  }

  private static let to = FieldDescription("to", .name, isRequired: true, "That parent.")
  private static let inFrontOf = FieldDescription(
    "in_front_of", .nameOrNull, isRequired: true, "The sibling right behind it; null: it comes behind all.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    edits = try reader.edits(Self.edits, Step.self) { (edit, step) throws(RequestError) in
      switch step {
      case .add: .add(try edit.table(step.field))
      case .addWindow: .addWindow(try edit.table(step.field))
      case .change: .change(try edit.table(step.field))
      case .move:
        .move(
          try edit.checkedName(step.field, besides: [Self.to]), to: try edit.required(Self.to, edit.name))
      case .reorder:
        .reorder(
          try edit.checkedName(step.field, besides: [Self.inFrontOf]),
          inFrontOf: try edit.nameOrNull(Self.inFrontOf))
      case .remove: .remove(try edit.checkedName(step.field))
      }
    }
    keyWindow = try reader.name(Self.keyWindow)
    includesAllOwners = false
    includesAllOwners = try reader.includesAllOwners(isListing: isListing)
  }
}
