public import EventFamilies
internal import GestureCore

/// `remote`: what a client receives of remote controls and headsets. What is not said stays as it is.
public struct RemoteControlCommand: Command {
  /// Whether it receives commands from now on; nil where that is not said.
  public var receives: Bool?
  /// The state of its player; nil if the client does not say.
  public var playback: PlaybackState?
  /// Commands that it wants again.
  public var enabled: [RemoteCommand]
  /// Commands that it does not want.
  public var disabled: [RemoteCommand]

  public static let name = "remote"
  public static let summary =
    "Begins or ends to receive what remote controls and headsets ask for, and says what the player does."
  public static let fields = [receive, playback, enable, disable]

  private static let receive = FieldDescription(
    "receive", .flag, "Whether commands are received from now on (RMT-9).")
  private static let playback = FieldDescription(
    "playback", .word(of: PlaybackState.self),
    "What the player does: one click plays where it is stopped (CLK-2).")
  private static let commands = RemoteCommand.allCases.map(\.word)
  private static let enable = FieldDescription(
    "enable", .words(commands), "Commands that are wanted again (RMT-15).")
  private static let disable = FieldDescription(
    "disable", .words(commands), "Commands that are not wanted (RMT-15).")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    receives = try reader.flag(Self.receive)
    playback = try reader.word(Self.playback, PlaybackState.self)
    enabled = try Self.commands(Self.enable, reader)
    disabled = try Self.commands(Self.disable, reader)
  }

  private static func commands(
    _ field: FieldDescription, _ reader: FieldReader
  ) throws(RequestError) -> [RemoteCommand] {
    try reader.oneOrMany(field) { (value, index) throws(RequestError) in
      guard case .text(let word) = value, let command = RemoteCommand(word: word) else {
        var hint: String?
        if case .text(let word) = value { hint = NearestWord.nearest(to: word, among: commands) }
        throw reader.wrong(value, field, at: index, hint: hint)
      }
      return command
    } ?? []
  }
}
