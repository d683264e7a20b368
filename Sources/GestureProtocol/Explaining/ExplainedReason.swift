import GestureCore

/// A reason, its number and its cause, from an event of the core or from a line of the wire.
public struct ExplainedReason: Hashable, Sendable {
  /// A lower-camel-case word: `movedBeyondSlop`.
  public var word: String
  /// The number that decided; nil where none did.
  public var measure: Reason.Measure?
  /// The harmless name of the recognizer that caused the change; nil where none did, or where the reader may not know
  /// it.
  public var cause: String?

  /// A reason of the core.
  ///
  /// - Parameter cause: the harmless name of the recognizer that caused the change.
  init(_ reason: Reason, cause: String?) {
    word = reason.word.description
    measure = reason.measure
    self.cause = cause
  }

  /// Reads the reason in a line: `lifted`, `movedBeyondSlop(7.4 mm > 7 mm)`, `preventedBy(double_tap)`, `name, 7.4 mm >
  /// 7 mm`. Ignores parts that it does not know.
  public init(parsing text: String) {
    let parts = text.split(separator: "(", maxSplits: 1)
    word = parts.first.map(String.init) ?? ""
    guard parts.count == 2, parts[1].hasSuffix(")") else { return }
    let inside = parts[1].dropLast()
    let comma = inside.firstPlace(of: ", ")
    measure = Self.measure(String(inside[(comma?.upperBound ?? inside.startIndex)...]))
    let name = inside[..<(comma?.lowerBound ?? inside.endIndex)]
    if !name.isEmpty, measure == nil || comma != nil { cause = String(name) }
  }

  /// `7.4 mm > 7 mm`, `1 < 3 touches`, `12.5° >= 12.5°`.
  private static func measure(_ text: String) -> Reason.Measure? {
    let comparisons: [(String, Reason.Comparison)] = [
      (" >= ", .reached), (" > ", .above), (" < ", .below),
    ]
    for (sign, comparison) in comparisons {
      guard let range = text.firstPlace(of: sign) else { continue }
      let limit = text[range.upperBound...]
      guard let unit = units.first(where: { limit.hasSuffix($0.suffix) }) else { return nil }
      let value = text[..<range.lowerBound]
      let number = value.hasSuffix(unit.suffix) ? value.dropLast(unit.suffix.count) : value
      guard let value = Double(number), let limit = Double(limit.dropLast(unit.suffix.count)), value.isFinite,
        limit.isFinite
      else { return nil }
      return Reason.Measure(value, comparison, limit, unit.unit)
    }
    return nil
  }

  private static let units: [(suffix: String, unit: Reason.Unit)] = [
    (" mm", .millimetres), (" ms", .milliseconds), ("°", .degrees), (" %", .percent),
    (" touches", .touches),
  ]
}
