/// What a region shows, as far as its defaults and the rules of others depend on it (HIT-13, ARB-13).
public enum RegionKind: String, Hashable, Sendable, CaseIterable {
  /// Anything: UIView.
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

  /// Whether it can be touched when nothing is said (HIT-13).
  public var isInteractive: Bool {
    switch self {
    case .image, .label: false
    case .view, .button, .textField, .scroll, .table: true
    }
  }

  /// Whether it takes text when nothing is said (RSP-12).
  public var acceptsText: Bool { self == .textField }
}
