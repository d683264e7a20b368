import TouchInput

extension CodeSet {
  /// The longest text of capabilities that is taken, in words: with 4096 codes over five times what any
  /// kernel has (KEY_CNT is 768).
  private static let maximumWordCount = 4096 / UInt.bitWidth

  /// The codes of a bitmap as the files of sysfs hold it: hexadecimal machine words, the most significant
  /// first, those that are zero in front left out.
  ///
  /// Nil for anything else, and for more words than the kernel has codes for: a device whose keys are not
  /// known must not be opened, so there is no best guess.
  init?(sysfsWords text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    guard !words.isEmpty, words.count <= Self.maximumWordCount else { return nil }
    self.init()
    for (position, digits) in words.reversed().enumerated() {
      guard let word = Self.word(digits) else { return nil }
      for bit in 0..<UInt.bitWidth where word >> UInt(bit) & 1 != 0 {
        insert(UInt16(position * UInt.bitWidth + bit))
      }
    }
  }

  /// A hexadecimal number without prefix or sign, nil where it is none or is longer than a machine word.
  private static func word(_ digits: Substring.UTF8View) -> UInt? {
    guard digits.count <= UInt.bitWidth / 4 else { return nil }
    var word: UInt = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      word = word << 4 | UInt(value)
    }
    return word
  }
}
