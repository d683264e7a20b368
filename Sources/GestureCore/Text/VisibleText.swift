/// Makes text from files, devices and clients fit to show: on one line, without control characters, and short.
public enum VisibleText {
  /// The longest text, in Unicode scalars; longer texts are cut.
  public static let maximumLength = 48

  /// Text in quotes.
  public static func quoted(_ text: String) -> String {
    "\"\(visible(text, escapingQuotes: true))\""
  }

  /// Text with an escape for every character that could change a line or a terminal.
  public static func visible(
    _ text: String, escapingQuotes: Bool = false, maximumLength: Int = maximumLength
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(maximumLength) {
      if isTreacherous(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        if escapingQuotes, scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.dropFirst(maximumLength).isEmpty ? result : result + "…"
  }

  /// Whether a character is invisible, or could change a line, a terminal or the direction of writing (H10).
  ///
  /// Every text of a device, a file or a client leaves the daemon with these characters escaped. The rule holds for the wire,
  /// JSON, tables, logs and errors.
  public static func isTreacherous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0...0xA0: scalar.value != 0xA0
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
      default: false
      }
    }
  }

  /// A number without a needless `.0`.
  public static func number(_ value: Double) -> String {
    // Beyond 2^53 a Double skips some whole numbers, and Int could overflow.
    let largestExact = 9_007_199_254_740_992.0
    guard value == value.rounded(), abs(value) <= largestExact else { return "\(value)" }
    return "\(Int(value))"
  }
}
