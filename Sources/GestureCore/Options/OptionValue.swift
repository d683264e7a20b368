/// The value of one option, checked against its description.
public enum OptionValue: Hashable, Sendable {
  /// A number in the option's unit.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// Yes or no.
  case flag(Bool)
  /// Some of the allowed words, without repetition, in the order given.
  case words([String])
}
