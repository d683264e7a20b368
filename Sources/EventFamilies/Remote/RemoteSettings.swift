public import GestureCore
public import TouchInput

/// The rules that turn keys into commands: `[remote]` of the configuration.
public struct RemoteSettings: Hashable, Sendable {
  /// The meaning of clicks of a headset's button.
  public enum ClickDecoding: String, Hashable, Sendable, CaseIterable {
    /// One, two or three clicks, and a hold. A single click waits for the gap.
    case counted
    /// Each click acts at once (CLK-15).
    case immediate
  }

  /// The keys, in the order of the manual.
  public static let options = [
    OptionDescription(
      "click_decoder", .words(allowed: ClickDecoding.allCases.map(\.rawValue), default: ["counted"]),
      source: "CLK-15",
      "How the button of a headset is read: `counted` distinguishes one, two and three clicks and a held press. `immediate` reports each click at once."
    ),
    OptionDescription(
      "click_gap_ms", .number(unit: .milliseconds, range: 50...2000, default: 300), source: "CLK-8",
      "How long after a click the next press still belongs to the same series."),
    OptionDescription(
      "click_hold_ms", .number(unit: .milliseconds, range: 100...5000, default: 500), source: "CLK-5",
      "How long a press may last to count as a click."),
    OptionDescription(
      "click_keys", .words(allowed: MediaKey.names.map(\.name), default: []), source: "",
      "Keys beyond KEY_MEDIA whose clicks are counted, for headsets that send them. Never those of a remote control."
    ),
    OptionDescription(
      "jack_mute_ms", .number(unit: .milliseconds, range: 0...5000, default: 250), source: "CLK-14",
      "How long presses of a jack are ignored after its plug came or went, since its contacts bounce."),
  ]

  /// The meaning of clicks.
  public var decoding: ClickDecoding
  /// The longest time between a release and the next press of one series: 300 ms by default.
  public var gap: TimeSpan
  /// The time after which a press is a hold, not a click: 500 ms by default.
  public var hold: TimeSpan
  /// The keys whose clicks are counted, in addition to KEY_MEDIA.
  public var clickKeys: CodeSet
  /// The time after a change of the jack in which presses are ignored: 250 ms by default.
  public var jackMute: TimeSpan

  /// The settings of a configuration's table.
  public init(_ table: OptionTable = OptionTable(defaultsOf: options)) {
    // The words were checked. The last of several counts, like the last of repeated keys.
    decoding = table.words("click_decoder").last.flatMap(ClickDecoding.init) ?? .counted
    gap = table.span("click_gap_ms")
    hold = table.span("click_hold_ms")
    let names = table.words("click_keys")
    clickKeys = CodeSet(MediaKey.names.filter { names.contains($0.name) }.map(\.code))
    jackMute = table.span("jack_mute_ms")
  }
}
