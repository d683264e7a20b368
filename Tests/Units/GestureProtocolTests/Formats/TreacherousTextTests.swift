import GestureCore
import GestureTestSupport
import Testing

@testable import GestureProtocol

/// Characters of names and values that a terminal obeys, or that people misread.
@Suite("Treacherous texts") struct TreacherousTextTests {
  /// C0, DEL, C1, line separators, and characters that change the direction of writing.
  private static let treacherous: [UInt32] =
    Array(0...0x1F) + Array(0x7F...0x9F) + [0x061C, 0x200E, 0x200F, 0x2028, 0x2029] + Array(0x202A...0x202E)
    + Array(0x2066...0x2069) + [0xFEFF, 0xE0001, 0xE0041]

  private func jsonText(_ value: JSONValue) -> String {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "H10 a character that a terminal obeys is escaped in names, values, keys and messages",
    arguments: treacherous
  )
  func escaped(number: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(number))
    let name = "a\(Character(scalar))b"
    let units = String(scalar).utf16.map {
      "\\u" + String(String(UInt32($0) + 0x10000, radix: 16).dropFirst())
    }.joined()
    #expect(String(decoding: escapedBytes(of: name), as: UTF8.self) == "a\(units)b")
    #expect(jsonText(.text(name)) == "\"a\(units)b\"")
    #expect(jsonText(.object([name: .null])) == "{\"a\(units)b\":null}")
    #expect(VisibleText.visible(name) == "a\\u{\(String(number, radix: 16))}b")
  }

  @Test(
    "H10 every other letter goes out as it is",
    arguments: ["Tafel für Küche", "漢字", "عربي", "😀", "\u{A0}¡"])
  func plain(text: String) {
    #expect(String(decoding: escapedBytes(of: text), as: UTF8.self) == text)
    #expect(jsonText(.text(text)) == "\"\(text)\"")
    #expect(VisibleText.visible(text) == text)
  }
}
