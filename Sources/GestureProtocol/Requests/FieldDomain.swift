/// The allowed values of a request's field.
public enum FieldDomain: Hashable, Sendable {
  /// `true` or `false`.
  case flag
  /// `true` and nothing else.
  case truth
  /// A number in a range.
  case number(ClosedRange<Double>, unit: String = "")
  /// One of several words.
  case word([String])
  /// One of several words, or a list of at least one.
  case words([String])
  /// A name, which need not exist.
  case name
  /// A name, or `null`.
  case nameOrNull
  /// A name, or a list of at least one.
  case names
  /// A touchscreen, by its number or name.
  case device
  /// A number from an earlier line of the daemon; the text names the line's subject.
  case serial(String)
  /// A list of edits, each with one of several keys.
  ///
  /// - Parameter schema: the schema's name for an edit.
  case edits([String], schema: String)
  /// An object with a name and the keys of the configuration.
  case table
  /// Any other domain.
  ///
  /// - Parameters:
  ///   - allowed: the domain in the words of messages.
  ///   - schema: the domain in JSON Schema.
  case other(_ allowed: String, schema: String)

  /// One of the words of a type.
  static func word<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> FieldDomain {
    .word(type.allCases.map(\.rawValue))
  }

  /// The domain in the words of messages.
  public var allowed: String {
    switch self {
    case .flag: "true or false"
    case .truth: "true"
    case .number(let range, let unit):
      "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
        + (unit.isEmpty ? "" : " " + unit)
    case .word(let words): "one of " + words.joined(separator: ", ")
    case .words(let words): "one or a list of " + words.joined(separator: ", ")
    case .name: "a name of 1 to 255 bytes"
    case .nameOrNull: "a name of 1 to 255 bytes, or null"
    case .names: "one or a list of names"
    case .device: "a device's number, or what it calls itself"
    case .serial(let thing): "the number of \(thing)"
    case .edits(let keys, _):
      "a list of edits, each an object with one of " + keys.joined(separator: ", ")
    case .table: "an object with name and the keys of the configuration"
    case .other(let allowed, _): allowed
    }
  }

  /// A bound without superfluous decimals.
  private static func plain(_ bound: Double) -> String {
    bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
  }
}
