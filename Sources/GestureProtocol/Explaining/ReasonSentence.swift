import GestureCore

/// The meaning of a reason's word for the author of a configuration: a sentence, and the option to change.
public struct ReasonSentence: Sendable {
  /// The author's remedy.
  enum Advice: Sendable {
    /// No remedy: no option decides, or the outcome is the wanted one.
    case none
    /// One of these options is the limit, and a higher value allows more. The option whose value is the limit is named,
    /// otherwise the first that the recognizer has.
    case raise([String])
    /// The same, where the recognizer fails at the limit. Only a reader that knows how the fingers went on can tell whether
    /// the touch was near, so the words have no remedy, and the view has one.
    case raiseInHindsight([String])
    /// One of these options is the limit, and a lower value allows more.
    case lower([String])
    /// One of these options decides.
    case change([String])
    /// The remedy in words, with `{cause}` for the recognizer that caused the change.
    case say(String)
  }

  /// The word of the reason.
  public let word: String
  /// The sentence without numbers.
  let plain: String
  /// The sentence with `{value}` and `{limit}`, for reasons that carry a measure; nil where the reason never does.
  let measured: String?
  /// The author's remedy.
  let advice: Advice

  init(_ word: String, _ plain: String, measured: String? = nil, _ advice: Advice = .none) {
    self.word = word
    self.plain = plain
    self.measured = measured
    self.advice = advice
  }

  /// The sentence of a word; nil for an unknown word.
  public static func sentence(for word: String) -> ReasonSentence? {
    all.first { $0.word == word }
  }

  /// A reason in words.
  ///
  /// - Parameter cause: the harmless name of the recognizer that caused the change; nil where none did.
  func text(_ measure: Reason.Measure?, cause: String?) -> String {
    var text = plain
    if let measured, let measure, measure.value.isFinite, measure.limit.isFinite {
      text = measured.filled("{value}", with: Self.text(measure.value, measure.unit))
        .filled("{limit}", with: Self.text(measure.limit, measure.unit))
    }
    return text.filled("{cause}", with: cause ?? "another")
  }

  /// Whether the measured number came near its limit: to half of it, or to no more than twice. An angle is near up to
  /// `nearDegrees` beyond its limit, since twice a wide angle is another direction. Farther away the fingers meant
  /// something else, and no other limit helps.
  private func isNear(_ measure: Reason.Measure?) -> Bool {
    guard let measure else { return true }
    return switch advice {
    case .raise where measure.unit == .degrees: measure.value <= measure.limit + Self.nearDegrees
    case .raise: measure.value <= 2 * measure.limit
    case .lower: measure.value >= measure.limit / 2
    case .none, .raiseInHindsight, .change, .say: true
    }
  }

  /// The advice in words for a recognizer; nil without a remedy, and where the fingers were far from the limit.
  ///
  /// - Parameters:
  ///   - measure: the number that decided. The option whose value equals its limit is the one to change.
  ///   - options: the options of the explained recognizer.
  ///   - cause: the harmless name of the recognizer that caused the change.
  func advice(_ measure: Reason.Measure?, for options: OptionTable, cause: String?) -> String? {
    guard isNear(measure), !isOnlyEarly(measure, options) else { return nil }
    return switch advice {
    case .none, .raiseInHindsight: nil
    case .say(let text): text.filled("{cause}", with: cause ?? "the other")
    case .raise(let keys): advice("raise", keys, measure, options)
    case .lower(let keys): advice("lower", keys, measure, options)
    case .change(let keys): advice("change", keys, measure, options)
    }
  }

  private func advice(
    _ verb: String, _ keys: [String], _ measure: Reason.Measure?, _ options: OptionTable
  ) -> String? {
    let own = keys.filter { options[$0] != nil }
    let deciding = own.first { key in
      guard case .number(let value) = options[key], let measure else { return false }
      return abs(value - measure.limit) <= Self.roundingError
    }
    guard let key = deciding ?? own.first, let value = options[key] else { return nil }
    // 0 is no limit: only `touches` counts then.
    if key == Self.largestNumber, value == .integer(0) {
      guard let measure else { return nil }
      return "to allow it, set \(key) to \(measure.value.shortText), now 0: no more than touches"
    }
    let advice = "to allow it, \(verb) \(key), now \(value.text)"
    guard let measure, let other = Self.otherEnds[key], let end = options[other],
      case .number(let number) = end,
      verb == "lower" ? measure.value < number : measure.value > number
    else { return advice }
    return "\(advice), and \(other), now \(end.text)"
  }

  /// Whether the direction was only beyond the cone of an arc's beginning. A wider one helps no stroke that stays beyond the
  /// other cones: it fails a moment later.
  private func isOnlyEarly(_ measure: Reason.Measure?, _ options: OptionTable) -> Bool {
    guard let measure, measure.unit == .degrees, case .number(let early) = options["early_cone_degrees"],
      case .number(let cone) = options["cone_degrees"]
    else { return false }
    return abs(early - measure.limit) <= Self.roundingError && measure.value > cone
  }

  /// The limits that change while a stroke lasts, each with the option at the other end. The first one suffices for a touch
  /// between the two, whatever the stroke's duration. Beyond both, both decide.
  private static let otherEnds = [
    "distance_mm": "minimum_distance_mm", "minimum_cone_degrees": "cone_degrees",
  ]

  /// How far beyond its limit an angle still counts as near.
  private static let nearDegrees = 15.0

  /// The option that is no limit where it is 0.
  private static let largestNumber = PanRecognizer.largestNumberOption ?? ""

  /// The allowed difference, as a limit in degrees is an option that was converted to radians and back.
  private static let roundingError = 1e-6

  private static func text(_ value: Double, _ unit: Reason.Unit) -> String {
    let number = value.shortText
    return switch unit {
    case .millimetres: number + " mm"
    case .milliseconds: number + " ms"
    case .degrees: number + "°"
    case .percent: number + " %"
    case .touches: number == "1" ? "1 finger" : number + " fingers"
    }
  }
}

extension OptionValue {
  /// The value as a configuration writes it.
  var text: String {
    switch self {
    case .number(let number): number.shortText
    case .integer(let number): "\(number)"
    case .flag(let flag): flag ? "true" : "false"
    case .words(let words): "[" + words.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
  }
}

extension Double {
  /// The number with at most four decimals, like all numbers of the wire.
  fileprivate var shortText: String {
    guard isFinite else { return "?" }
    var line = LineWriter()
    line.append(decimal: self)
    return line.text
  }
}
