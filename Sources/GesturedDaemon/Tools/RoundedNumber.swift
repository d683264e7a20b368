import GestureCore

/// Numbers as a tool prints them.
enum RoundedNumber {
  /// A number's text with at most `decimals` decimals, 0 to 6, without trailing zeros.
  static func text(_ value: Double, decimals: Int) -> String {
    VisibleText.number(round(value, decimals: decimals))
  }

  /// A number rounded to some decimals.
  static func round(_ value: Double, decimals: Int) -> Double {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let rounded = (value * factor).rounded() / factor
    // Avoids a negative zero.
    return rounded == 0 ? 0 : rounded
  }
}
