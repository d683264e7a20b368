public import GestureCore

/// The settings of audio routes: `[audio]` of the configuration.
public struct AudioSettings: Hashable, Sendable {
  /// The keys, in the order of the manual.
  public static let options = [
    OptionDescription(
      "jack_settle_ms", .number(unit: .milliseconds, range: 0...5000, default: 200), source: "AUD-1",
      "How long a plug has to rest before it is reported. While it goes in, its contacts bounce."),
    OptionDescription(
      "auto_pause", .flag(default: false), source: "AUD-11",
      "Asks the player to pause after a plug was pulled out: sends the command 101 to the receiver of remote commands."
    ),
    OptionDescription(
      "built_in", .words(allowed: ["speaker", "microphone"], default: ["speaker", "microphone"]),
      source: "AUD-17",
      "The parts that the machine itself has. Name one if it lacks the other."),
  ]

  /// The time that a plug has to rest before it is reported: 200 ms by default.
  public var settle: TimeSpan
  /// Whether a player gets a request to pause when a plug is pulled out.
  public var pausesOnRemoval: Bool
  /// Whether the machine has a loudspeaker.
  public var hasSpeaker: Bool
  /// Whether the machine has a microphone.
  public var hasMicrophone: Bool

  /// The settings of a configuration's table.
  public init(_ table: OptionTable = OptionTable(defaultsOf: options)) {
    settle = table.span("jack_settle_ms")
    pausesOnRemoval = table.flag("auto_pause")
    let words = table.words("built_in")
    hasSpeaker = words.contains("speaker")
    hasMicrophone = words.contains("microphone")
  }
}
