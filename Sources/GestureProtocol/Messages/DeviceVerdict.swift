/// A device's entry in `--list-devices`.
public struct DeviceVerdict: Hashable, Sendable {
  /// A decision about a device, with the reason.
  public struct Finding: Hashable, Sendable {
    /// The subject of a decision. The raw value is the word in lines.
    public enum Topic: String, Hashable, Sendable, CaseIterable {
      /// The `[device.NAME]` table that applies.
      case table
      /// Whether it is read as a touchscreen or as a touchpad.
      case role
      /// The size.
      case size
      /// The pixels of the picture on the device.
      case pixels
      /// The matrix that converts the device's places.
      case matrix
      /// The rotation of the device against the picture.
      case rotation
      /// The connector of the display under the device.
      case output
      /// The seat of the device.
      case seat
      /// Whether the device is filtered; only for touchscreens.
      case filter
    }

    /// The subject of the decision.
    public var topic: Topic
    /// The decided value; empty for none.
    public var value: String
    /// The reason for the decision.
    public var reason: String

    /// A finding.
    public init(_ topic: Topic, _ value: String, _ reason: String) {
      self.topic = topic
      self.value = value
      self.reason = reason
    }
  }

  /// The path of the device's node.
  public var node: String
  /// The device's own name: any text at all.
  public var name: String
  /// The vendor and product: `222a:0001`.
  public var numbers: String
  /// Whether the daemon uses the device as a touchscreen.
  public var isUsed: Bool
  /// The reason against the device, or the device's role.
  public var reason: String
  /// Further decisions; empty for a device that is not used.
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

extension MessageEncoder {
  /// A device's line of `--list-devices`.
  public func write(_ verdict: DeviceVerdict, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"node":""#)
    line.append(escaping: verdict.node)
    line.append(#"","name":""#)
    line.append(escaping: verdict.name)
    line.append(#"","id":""#)
    line.append(escaping: verdict.numbers)
    line.append(verdict.isUsed ? #"","used":true,"reason":""# : #"","used":false,"reason":""#)
    line.append(escaping: verdict.reason)
    line.append("\"")
    for finding in verdict.findings {
      line.append(",\"")
      line.append(finding.topic.rawValue)
      line.append(#"":{"value":""#)
      line.append(escaping: finding.value)
      line.append(#"","reason":""#)
      line.append(escaping: finding.reason)
      line.append("\"}")
    }
    line.append("}")
    line.endLine()
  }
}
