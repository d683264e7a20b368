/// The allowed values of a request's field.
public enum FieldDomain: Hashable, Sendable {
  /// `true` or `false`.
  case flag
  /// `true` and nothing else.
  case truth
  /// A number in a range.
  case number(ClosedRange<Double>, unit: String = "")
  /// One of some words.
  case word([String])
  /// One of some words, or a list of at least one of them.
  case words([String])
  /// The name of something that may be there or not.
  case name
  /// Such a name, or `null`.
  case nameOrNull
  /// One such name, or a list of at least one.
  case names
  /// A touchscreen, by its number or a name.
  case device
  /// The number by which the daemon told of something: what that was.
  case serial(String)
  /// A list of edits, each with one of some keys.
  ///
  /// - Parameter schema: what the schema calls an edit.
  case edits([String], schema: String)
  /// An object with a name and the keys of the configuration.
  case table
  /// Anything else.
  ///
  /// - Parameters:
  ///   - allowed: it as messages say it.
  ///   - schema: it in JSON Schema.
  case other(_ allowed: String, schema: String)

  /// One of the words of a type.
  static func word<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> FieldDomain {
    .word(type.allCases.map(\.rawValue))
  }

  /// It as messages say it.
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

  /// A bound without decimals that say nothing.
  private static func plain(_ bound: Double) -> String {
    bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
  }
}
