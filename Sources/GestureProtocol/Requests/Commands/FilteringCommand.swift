/// `filtering`: pauses the filter of touchscreens, or ends the pause.
public struct FilteringCommand: Command {
  /// The change of the filter.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Applications receive all touches, until the connection ends.
    case pause
    /// The filter takes the touchscreen again.
    case resume
  }

  /// The change.
  public var state: State
  /// The touchscreen; nil for all.
  public var device: DeviceReference?

  /// A change of the filter.
  public init(_ state: State, device: DeviceReference? = nil) {
    self.state = state
    self.device = device
  }

  public static let name = "filtering"
  public static let summary = "Pauses the filter of touchscreens, or ends the pause."
  public static let fields = [stateField, deviceField]

  private static let stateField = FieldDescription(
    "state", .other("pause or resume", schema: #"{"enum": ["pause", "resume"]}"#), isRequired: true,
    "Pauses the filter, or ends this connection's pause and a release by resting fingers.")
  private static let deviceField = FieldDescription(
    "device", .device, "The touchscreen; all of them where it is left out.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    state = try reader.required(Self.stateField) { (field) throws(RequestError) in
      try reader.word(field, State.self)
    }
    device = try reader.device(Self.deviceField)
  }
}
