/// What an author may name a recognizer or a device: it goes to logs, to the wire and into messages as it is.
enum NameRule {
  /// In bytes.
  static let maximumLength = 64
  /// How a message says it.
  static let allowed = "a name of 1 to \(maximumLength) of A-Z a-z 0-9 _ -"

  /// Whether it is a name.
  static func isName(_ text: String) -> Bool {
    text.utf8.count <= maximumLength && isBare(text)
  }

  /// Whether TOML takes it as a key without quotes.
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
