/// The rule for the names of actions and of controllers' tags.
public enum ActionName {
  /// The longest name, in bytes.
  public static let maximumLength = 64

  /// Whether a text is a name: 1 to 64 of A-Z a-z 0-9 _ -.
  public static func isName(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count)
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
