public import GestureCore

/// Finds the known word that is nearest to an unknown one.
public typealias NearestWord = GestureCore.NearestWord

/// Makes the contents of a file fit to be shown.
typealias MessageText = VisibleText

extension VisibleText {
  /// A key path as TOML writes it: `recognizer.tap.taps`, quoted where needed.
  static func keyPath(_ keys: [String]) -> String {
    keys.map { NameRule.isBare($0) ? $0 : quoted($0) }.joined(separator: ".")
  }
}
