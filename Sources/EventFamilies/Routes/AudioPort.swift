/// A port for the output or input of sound.
public enum AudioPort: String, Hashable, Sendable, CaseIterable {
  /// HDMI or DisplayPort.
  case videoOut = "hdmi"
  /// A line output.
  case lineOut = "line_out"
  /// A plug of unknown kind.
  case unknown
  /// Headphones.
  case headphones
  /// A line input.
  case lineIn = "line_in"
  /// The microphone of a headset.
  case headsetMicrophone = "headset_mic"
  /// The machine's loudspeaker.
  case speaker
  /// The machine's microphone.
  case builtInMicrophone = "built_in_mic"

  /// Whether the port is an input.
  public var isInput: Bool {
    switch self {
    case .lineIn, .headsetMicrophone, .builtInMicrophone: true
    case .videoOut, .lineOut, .unknown, .headphones, .speaker: false
    }
  }

  /// The ports by their switches, SW_… of linux/input-event-codes.h (AUD-12).
  public static let switches: [(code: UInt16, port: AudioPort)] = [
    (0x02, .headphones), (0x04, .headsetMicrophone), (0x06, .lineOut), (0x07, .unknown), (0x08, .videoOut),
    (0x0d, .lineIn),
  ]

  /// The port of a switch; nil for a switch that is not about sound.
  public init?(switch code: UInt16) {
    guard let port = Self.switches.first(where: { $0.code == code })?.port else { return nil }
    self = port
  }
}
