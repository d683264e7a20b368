/// What `--list-devices` says of a device.
public struct DeviceVerdict: Hashable, Sendable {
  /// Something that was decided of a device, and why so.
  public struct Finding: Hashable, Sendable {
    /// What is decided. The raw value is the word in lines.
    public enum Topic: String, Hashable, Sendable, CaseIterable {
      /// Which `[device.NAME]` table counts.
      case table
      /// How large it is.
      case size
      /// How many pixels the picture over it has.
      case pixels
      /// The matrix that its places go through.
      case matrix
      /// How it is turned against the picture.
      case rotation
      /// The connector of the display under it.
      case output
      /// The seat that it belongs to.
      case seat
    }

    /// What was decided.
    public var topic: Topic
    /// As what; empty for nothing.
    public var value: String
    /// Why so.
    public var reason: String

    /// A finding.
    public init(_ topic: Topic, _ value: String, _ reason: String) {
      self.topic = topic
      self.value = value
      self.reason = reason
    }
  }

  /// The path of its node.
  public var node: String
  /// What it calls itself: any text at all.
  public var name: String
  /// Its vendor and product: `222a:0001`.
  public var numbers: String
  /// Whether it is used as a touchscreen.
  public var isUsed: Bool
  /// Why not, or as what.
  public var reason: String
  /// What else was decided; empty where it is not used.
  public var findings: [Finding]

  /// A verdict.
  public init(
    node: String, name: String, numbers: String, isUsed: Bool, reason: String, findings: [Finding] = []
  ) {
    self.node = node
    self.name = name
    self.numbers = numbers
    self.isUsed = isUsed
    self.reason = reason
    self.findings = findings
  }
}
