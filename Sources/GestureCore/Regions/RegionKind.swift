/// The content of a region, as far as its defaults and the rules of other regions depend on it (HIT-13, ARB-13).
public enum RegionKind: String, Hashable, Sendable, CaseIterable {
  /// Any content: UIView.
  case view
  /// A picture: UIImageView.
  case image
  /// A text to read: UILabel.
  case label
  /// UIButton.
  case button
  /// A text to write: UITextField.
  case textField = "text_field"
  /// UIScrollView.
  case scroll
  /// UITableView.
  case table

  /// Whether a region of this kind can be touched by default (HIT-13).
  public var isInteractive: Bool {
    switch self {
    case .image, .label: false
    case .view, .button, .textField, .scroll, .table: true
    }
  }

  /// Whether a region of this kind takes text by default (RSP-12).
  public var acceptsText: Bool { self == .textField }
}
