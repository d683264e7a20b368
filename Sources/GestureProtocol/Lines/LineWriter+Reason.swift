import GestureCore

extension LineWriter {
  /// Appends the reason for a recognizer's change of state: `lifted`, `movedBeyondSlop(7.4 mm > 7 mm)`,
  /// `tooFewTouches(1 < 3 touches)`, `preventedBy(double_tap)`. A measure with a number that is not finite is omitted.
  ///
  /// - Parameter cause: the escaped name of the recognizer that caused the change; nil where none did.
  mutating func append(_ reason: Reason, cause: Fragment?) {
    append(reason.word.description)
    let measure = reason.measure.flatMap { $0.value.isFinite && $0.limit.isFinite ? $0 : nil }
    guard cause != nil || measure != nil else { return }
    append(UInt8(ascii: "("))
    if let cause { append(cause) }
    if cause != nil, measure != nil { append(", ") }
    if let measure {
      append(decimal: measure.value)
      if measure.unit != .touches { append(measure.unit) }
      append(measure.comparison)
      append(decimal: measure.limit)
      append(measure.unit)
    }
    append(UInt8(ascii: ")"))
  }

  private mutating func append(_ unit: Reason.Unit) {
    switch unit {
    case .degrees: append("°")
    case .millimetres: append(" mm")
    case .milliseconds: append(" ms")
    case .percent: append(" %")
    case .touches: append(" touches")
    }
  }

  private mutating func append(_ comparison: Reason.Comparison) {
    switch comparison {
    case .above: append(" > ")
    case .below: append(" < ")
    case .reached: append(" >= ")
    }
  }
}
