public import EventFamilies
internal import GestureCore

/// `remote`: a client's wishes about remote controls and headsets. A field that is nil leaves its setting unchanged.
public struct RemoteControlCommand: Command {
  /// Whether the client receives commands from now on.
  public var receives: Bool?
  /// The state of the client's player.
  public var playback: PlaybackState?
  /// The commands that the client accepts again.
  public var enabled: [RemoteCommand]
  /// The commands that the client refuses.
  public var disabled: [RemoteCommand]

  public static let name = "remote"
  public static let summary =
    "Begins or ends receiving commands of remote controls and headsets, and sets the state of the player."
  public static let fields = [receive, playback, enable, disable]

  private static let receive = FieldDescription(
    "receive", .flag, "True: this connection receives commands. False: it stops (RMT-9).")
  private static let playback = FieldDescription(
    "playback", .word(of: PlaybackState.self),
    "The state of the player. One click on a stopped player means play (CLK-2).")
  private static let commands = RemoteCommand.allCases.map(\.word)
  private static let enable = FieldDescription(
    "enable", .words(commands), "Commands to enable again (RMT-15).")
  private static let disable = FieldDescription(
    "disable", .words(commands), "Commands to disable (RMT-15).")

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
