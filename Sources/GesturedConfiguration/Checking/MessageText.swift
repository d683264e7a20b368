public import GestureCore

/// Finds the word that was meant by one that is not known.
public typealias NearestWord = GestureCore.NearestWord

/// Makes what a file contains fit to be shown.
typealias MessageText = VisibleText

extension VisibleText {
  /// A key path as TOML writes it: `recognizer.tap.taps`, quoted where it must be.
  static func keyPath(_ keys: [String]) -> String {
    keys.map { NameRule.isBare($0) ? $0 : quoted($0) }.joined(separator: ".")
  }
}
