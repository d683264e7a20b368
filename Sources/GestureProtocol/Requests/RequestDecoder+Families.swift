import EventFamilies
import GestureCore

/// What clients want of what no finger does.
extension RequestDecoder {
  static func remote(_ reader: FieldReader) throws(RequestError) -> RemoteControlCommand {
    var command = RemoteControlCommand()
    command.receives = try reader.flag(CommandFields.receive)
    command.playback = try reader.word(CommandFields.playback, PlaybackState.self)
    command.enabled = try commands(CommandFields.enable, reader)
    command.disabled = try commands(CommandFields.disable, reader)
    return command
  }

  static func audio(_ reader: FieldReader) throws(RequestError) -> AudioCommand {
    var command = AudioCommand()
    command.claimsSession = try reader.flag(CommandFields.session)
    command.category = try reader.word(CommandFields.category, AudioCategory.self)
    command.overridesToSpeaker = try reader.word(CommandFields.override, Override.self).map { $0 == .speaker }
    if let value = reader.fields[CommandFields.configurationChanged.name] {
      guard value == .flag(true) else { throw reader.wrong(value, CommandFields.configurationChanged) }
      command.reportsConfiguration = true
    }
    return command
  }

  private enum Override: String, CaseIterable {
    case speaker, none
  }

  private static func commands(
    _ field: FieldDescription, _ reader: FieldReader
  ) throws(RequestError) -> [RemoteCommand] {
    try reader.oneOrMany(field) { (value, index) throws(RequestError) in
      guard case .text(let word) = value, let command = RemoteCommand(word: word) else {
        let words = RemoteCommand.allCases.map(\.word)
        var hint: String?
        if case .text(let word) = value { hint = NearestWord.nearest(to: word, among: words) }
        throw reader.wrong(value, field, at: index, hint: hint)
      }
      return command
    } ?? []
  }
}
