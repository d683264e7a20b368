/// The rule for the names of recognizers and devices: logs, the wire and messages carry them unchanged.
enum NameRule {
  /// The longest name, in bytes.
  static let maximumLength = 64
  /// The rule in the words of messages.
  static let allowed = "a name of 1 to \(maximumLength) of A-Z a-z 0-9 _ -"

  static func isName(_ text: String) -> Bool {
    text.utf8.count <= maximumLength && isBare(text)
  }

  /// Whether TOML accepts a text as a key without quotes.
  static func isBare(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
