import GestureCore

/// What a reason's word means to the author of a configuration: a sentence, and the option to change.
public struct ReasonSentence: Sendable {
  /// What the author can do about it.
  enum Advice: Sendable {
    /// Nothing: it is no matter of options, or it is what was wanted.
    case none
    /// One of these options is the limit; a higher value allows more. The first that the recognizer has counts.
    case raise([String])
    /// One of these options is the limit; a lower value allows more.
    case lower([String])
    /// One of these options decides.
    case change([String])
    /// What to do in words, the recognizer that caused it as `{cause}`.
    case say(String)
  }

  /// The word of the reason.
  public let word: String
  /// The sentence without numbers.
  let plain: String
  /// The sentence with `{value}` and `{limit}`, for where the reason has them; nil where there never are.
  let measured: String?
  /// What to do about it.
  let advice: Advice

  init(_ word: String, _ plain: String, measured: String? = nil, _ advice: Advice = .none) {
    self.word = word
    self.plain = plain
    self.measured = measured
    self.advice = advice
  }

  /// The sentence of a word; nil where it has none.
  public static func sentence(for word: String) -> ReasonSentence? {
    all.first { $0.word == word }
  }

  /// A reason in words.
  ///
  /// - Parameter cause: the harmless name of the recognizer that caused it, where one did.
  func text(_ measure: Reason.Measure?, cause: String?) -> String {
    var text = plain
    if let measured, let measure, measure.value.isFinite, measure.limit.isFinite {
      text = measured.replacing("{value}", with: Self.text(measure.value, measure.unit))
        .replacing("{limit}", with: Self.text(measure.limit, measure.unit))
    }
    return text.replacing("{cause}", with: cause ?? "another")
  }

  /// The advice in words for a recognizer; nil where there is none.
  ///
  /// - Parameters:
  ///   - measure: the number that decided: the option whose value is its limit is the one to change.
  ///   - options: those of the recognizer that is explained.
  ///   - cause: the harmless name of the one that caused it.
  func advice(_ measure: Reason.Measure?, for options: OptionTable, cause: String?) -> String? {
    switch advice {
    case .none: nil
    case .say(let text): text.replacing("{cause}", with: cause ?? "the other")
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
    return "to allow it, \(verb) \(key), now \(value.text)"
  }

  /// A limit in degrees is an option that was converted to radians and back.
  private static let roundingError = 1e-6

  private static func text(_ value: Double, _ unit: Reason.Unit) -> String {
    let number = value.shortText
    return switch unit {
    case .millimetres: number + " mm"
    case .milliseconds: number + " ms"
    case .degrees: number + "°"
    case .touches: number == "1" ? "1 finger" : number + " fingers"
    }
  }
}

extension OptionValue {
  /// The value as it is written in a configuration.
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
  /// With at most four decimals, as all numbers of the wire.
  fileprivate var shortText: String {
    guard isFinite else { return "?" }
    var line = LineWriter()
    line.append(decimal: self)
    return line.text
  }
}
