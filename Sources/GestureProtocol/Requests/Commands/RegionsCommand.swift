/// `regions`: edits of the tree of regions. All are done, in order, or none.
public struct RegionsCommand: Command {
  /// One edit. The path of the edit number n is `edits[n]`.
  public enum Edit: Hashable, Sendable {
    /// A region is put in front of its siblings.
    case add(RequestTable)
    /// A window.
    case addWindow(RequestTable)
    /// A region or window gets other values of the keys that are named.
    case change(RequestTable)
    /// A region gets another parent, in front of what lies there.
    case move(String, to: String)
    /// A region comes right in front of a sibling; nil: behind all.
    case reorder(String, inFrontOf: String?)
    /// A region and what lies in it goes.
    case remove(String)
  }

  /// The edits.
  public var edits: [Edit]
  /// The window that becomes key; nil where none does.
  public var keyWindow: String?
  /// Of a list: whether it says which clients have declared what, as far as the reader may see that.
  public var includesAllOwners: Bool

  /// Edits. Without any the regions are listed.
  public init(edits: [Edit] = [], keyWindow: String? = nil, includesAllOwners: Bool = false) {
    self.edits = edits
    self.keyWindow = keyWindow
    self.includesAllOwners = includesAllOwners
  }

  /// Whether it changes nothing, but asks what there is.
  public var isListing: Bool { edits.isEmpty && keyWindow == nil }

  public static let name = "regions"
  public static let summary = "Edits regions and windows, all edits or none; without fields lists them."
  public static let fields = [edits, keyWindow, OwnerScope.ofLists]

  private static let edits = FieldDescription(
    "edits", .edits(Step.allCases.map(\.rawValue), schema: "region_edit"), "What is to be done, in order.")
  private static let keyWindow = FieldDescription("key_window", .name, "The window that becomes key.")

  /// The key that says what an edit does.
  private enum Step: String, CaseIterable {
    case add
    case addWindow = "add_window"
    case change, move, reorder, remove

    /// The field of that key.
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
