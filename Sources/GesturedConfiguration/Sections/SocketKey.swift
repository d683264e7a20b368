internal import GestureCore

/// A key of `[socket]`: its allowed values, its sentence, its setting, and the time from which a change counts.
struct SocketKey: Sendable {
  /// The time from which a change counts.
  enum Moment: Sendable {
    /// The next reload of the configuration.
    case reload
    /// The daemon's next start: the sockets are made once.
    case start
  }

  /// The key's description for its author.
  let description: KeyDescription
  /// The time from which a change counts.
  let moment: Moment
  /// Stores the value of a table.
  let read: @Sendable (SectionReader, inout SocketSettings, inout MistakeList) -> Void
  /// Whether two settings have different values for the key.
  let differs: @Sendable (SocketSettings, SocketSettings) -> Bool

  /// A whole number. The setting's value is its default.
  static func limit(
    _ key: String, _ setting: WritableKeyPath<SocketSettings, Int> & Sendable, _ range: ClosedRange<Int>,
    _ summary: String
  ) -> SocketKey {
    let domain = OptionDescription.Domain.integer(range: range, default: SocketSettings()[keyPath: setting])
    return option(key, setting, domain, summary) { $0.integer(key) }
  }

  /// A time in milliseconds. The setting's value is its default.
  static func span(
    _ key: String, _ setting: WritableKeyPath<SocketSettings, TimeSpan> & Sendable,
    _ range: ClosedRange<Double>, _ summary: String
  ) -> SocketKey {
    let defaultValue = Double(SocketSettings()[keyPath: setting].microseconds) / 1000
    let domain = OptionDescription.Domain.number(
      unit: .milliseconds, range: range, default: defaultValue)
    return option(key, setting, domain, summary) { $0.span(key) }
  }

  private static func option<Value: Equatable & SendableMetatype>(
    _ key: String, _ setting: WritableKeyPath<SocketSettings, Value> & Sendable,
    _ domain: OptionDescription.Domain, _ summary: String,
    _ value: @escaping @Sendable (OptionTable) -> Value
  ) -> SocketKey {
    let option = OptionDescription(key, domain, source: "", summary)
    return SocketKey(
      description: KeyDescription(option), moment: .reload,
      read: { reader, settings, mistakes in
        settings[keyPath: setting] = value(reader.options([option], &mistakes))
      },
      differs: { $0[keyPath: setting] != $1[keyPath: setting] })
  }

  /// Any other value. A key that the table lacks keeps its setting.
  static func other<Value: Equatable & SendableMetatype>(
    _ key: String, _ setting: WritableKeyPath<SocketSettings, Value> & Sendable, _ moment: Moment,
    allowed: String, default defaultValue: String = "", _ summary: String,
    _ value: @escaping @Sendable (SectionReader, KeyDescription, inout MistakeList) -> Value?
  ) -> SocketKey {
    let description = KeyDescription(key, allowed: allowed, default: defaultValue, summary)
    return SocketKey(
      description: description, moment: moment,
      read: { reader, settings, mistakes in
        if let value = value(reader, description, &mistakes) { settings[keyPath: setting] = value }
      },
      differs: { $0[keyPath: setting] != $1[keyPath: setting] })
  }
}
