import GestureCore

/// Numbers as a tool prints them.
enum RoundedNumber {
  /// A number with at most that many decimals, 0 to 6, and none that is not needed.
  static func text(_ value: Double, decimals: Int) -> String {
    VisibleText.number(round(value, decimals: decimals))
  }

  /// The number itself.
  static func round(_ value: Double, decimals: Int) -> Double {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let rounded = (value * factor).rounded() / factor
    // No negative zero.
    return rounded == 0 ? 0 : rounded
  }
}
