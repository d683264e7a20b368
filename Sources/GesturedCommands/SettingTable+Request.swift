import GestureProtocol
import GesturedConfiguration

extension SettingTable {
  /// The settings that an object of a request declares.
  init(_ table: RequestTable) {
    self.init(table.fields.mapValues(PlainSetting.init), path: table.path)
  }
}

extension PlainSetting {
  /// A value of a request as a setting.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .flag(let flag): self = .flag(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .list(let values): self = .list(values.map(PlainSetting.init))
    case .object(let fields): self = .table(fields.mapValues(PlainSetting.init))
    }
  }
}

extension RequestError {
  /// The error for a client whose settings are invalid.
  init(_ mistake: SettingMistake) {
    let code: Code =
      switch mistake.problem {
      case .unknownKey: .unknownField
      case .missing: .missingField
      case .value: .invalidValue
      case .unknownRegion: .unknownRegion
      }
    self.init(code, mistake.message, path: mistake.path, hint: mistake.hint)
  }
}

extension RequestLimits {
  /// The limits that the configuration sets.
  package init(_ settings: SocketSettings) {
    self.init(bytes: settings.requestBytes, depth: settings.requestDepth, filters: settings.maximumFilters)
  }
}
