import Testing

@testable import GesturedConfiguration

@Suite struct TomlReaderTests {
  private func read(_ text: String) -> Result<SettingTable, TomlSyntaxError> {
    Result { () throws(TomlSyntaxError) in try TomlReader.read(Array(text.utf8)) }
  }

  private func keys(_ table: SettingTable?) -> [String] {
    table?.entries.map(\.key) ?? []
  }

  private func table(_ value: SettingValue?) -> SettingTable? {
    if case .table(let table) = value?.content { table } else { nil }
  }

  @Test("tables and keys keep the order of the file, not of the alphabet")
  func order() throws {
    let root = try read("[r.zebra]\nz = 1\na = 2\n[device.x]\n[r.apple]\n").get()
    #expect(keys(root) == ["r", "device"])
    let recognizers = table(root["r"]?.value)
    #expect(keys(recognizers) == ["zebra", "apple"])
    #expect(keys(table(recognizers?["zebra"]?.value)) == ["z", "a"])
  }

  @Test("every key and value has its place, in Unicode scalars")
  func places() throws {
    let root = try read("\n[r.\"é\"]\n\"ü\" = [1,\n   \"x\"] # …\n").get()
    let entry = try #require(table(root["r"]?.value)?["é"])
    #expect(entry.keyPosition == .file(line: 2, column: 4))
    let list = try #require(table(entry.value)?["ü"])
    #expect(list.keyPosition == .file(line: 3, column: 1))
    #expect(list.value.position == .file(line: 3, column: 7))
    #expect(
      list.value.oneOrMany.map(\.position) == [
        .file(line: 3, column: 8), .file(line: 4, column: 4),
      ])
  }

  @Test(
    "each type of TOML is told apart",
    arguments: [
      ("{}", "a table"), ("[]", "an empty list"), ("[1]", "a list"), (#""a\"b""#, #""a\"b""#), ("-7", "-7"),
      ("0x10", "16"), ("1.50", "1.5"), ("1e400", "inf"), ("nan", "nan"), ("true", "true"),
      ("1979-05-27", "a date or a time"), ("07:32:00", "a date or a time"),
      ("1979-05-27T07:32:00Z", "a date or a time"), ("-9223372036854775808", "-9223372036854775808"),
    ])
  func types(written: String, found: String) {
    // The parser may refuse 1e400 or not, but 1e400 is never a finite number.
    switch read("a = \(written)") {
    case .success(let root): #expect(root["a"]?.value.asFound == found)
    case .failure(let error): #expect(written == "1e400", "\(error)")
    }
  }

  @Test(
    "what is no TOML is refused with its place",
    arguments: [
      ("a = 1\na = 2\n", 2), ("a = \n", 1), ("\n\n[a\n", 3), ("a = 'x\n", 1), ("a = 1 b = 2", 1),
      ("[a]\n[a]\n", 2), ("a = 1\na.b = 2\n", 2), ("a = 1\nb = \"\\q\"\n", 2),
      ("a = 99999999999999999999", 1),
    ])
  func syntax(text: String, line: Int) {
    guard case .failure(let error) = read(text) else {
      Issue.record("was taken: \(text)")
      return
    }
    #expect(error.position.line == line)
    #expect(!error.reason.isEmpty)
  }

  @Test(
    "bytes that are not UTF-8 are refused",
    arguments: [[0xFF], [0x61, 0x3D, 0x22, 0xC3, 0x28, 0x22], [0x23, 0xED, 0xA0, 0x80], [0x00]] as [[UInt8]])
  func encoding(bytes: [UInt8]) {
    #expect(throws: TomlSyntaxError.self) { try TomlReader.read(bytes) }
  }

  @Test("an empty file is an empty document")
  func empty() throws {
    #expect(try TomlReader.read([]).entries.isEmpty)
  }

  @Test("1 MiB is read, a byte more is refused")
  func length() throws {
    let mebibyte = 1024 * 1024
    #expect(try TomlReader.read([UInt8](repeating: UInt8(ascii: "\n"), count: mebibyte)).entries.isEmpty)
    let error = #expect(throws: TomlSyntaxError.self) {
      try TomlReader.read([UInt8](repeating: UInt8(ascii: "\n"), count: mebibyte + 1))
    }
    #expect(error?.reason == "longer than 1 MiB")
  }

  @Test(
    "16 tables deep is read, deeper is refused, however it is written",
    arguments: [
      ("[", "]", "[", "]"), ("{a = ", "}", "{a = ", "}"),
    ])
  func nesting(open: String, close: String, first: String, last: String) throws {
    func nested(_ depth: Int) -> String {
      "a = " + String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    _ = try read(nested(15)).get()
    for depth in [16, 17, 300, 100_000] {
      #expect(throws: TomlSyntaxError.self, "\(depth)") { try read(nested(depth)).get() }
    }
  }

  @Test(
    "dotted keys cannot nest without bound",
    arguments: ["a", "\"a\"", "a ", " 'b'\t", "1"], ["", "[", "[[", "x = {"])
  func dots(segment: String, before: String) {
    for count in [40, 130, 50_000] {
      let path = Array(repeating: segment, count: count).joined(separator: ".")
      let after = before == "[" ? "]" : before == "[[" ? "]]" : before.isEmpty ? " = 1" : " = 1}"
      #expect(throws: TomlSyntaxError.self) { try read(before + path + after).get() }
    }
  }

  @Test("dots in prose do not matter")
  func prose() throws {
    let text = "# " + String(repeating: ".", count: 500) + "\n# One. Two. Three… 1.5, 2.5\n"
    _ = try read(String(repeating: text, count: 100)).get()
  }
}
