import LinuxEventLoop
import Testing

@Suite struct SocketPathTests {
  private static func path(bytes: Int) -> String { "/" + String(repeating: "a", count: bytes - 1) }

  @Test("P4 a path of up to 107 bytes is taken", arguments: [2, 106, 107])
  func longEnough(bytes: Int) throws {
    #expect(try SocketPath(Self.path(bytes: bytes)).string.utf8.count == bytes)
  }

  @Test("P4 a path of 108 bytes and more is refused with the limit", arguments: [108, 4096])
  func tooLong(bytes: Int) {
    let path = Self.path(bytes: bytes)
    let error = #expect(throws: SocketPathError.self) { try SocketPath(path) }
    #expect(error == .tooLong(path: path, bytes: bytes))
    #expect(error?.description.contains("107") == true)
  }

  @Test("P4 bytes are counted, not characters")
  func bytesNotCharacters() {
    let path = "/" + String(repeating: "é", count: 54)
    #expect(throws: SocketPathError.tooLong(path: path, bytes: 109)) { try SocketPath(path) }
  }

  @Test(
    "P4 what is no absolute path of a file is refused",
    arguments: [
      ("", SocketPathError.empty), ("@gestured", .abstract(path: "@gestured")),
      ("events.sock", .notAbsolute(path: "events.sock")), ("./e", .notAbsolute(path: "./e")),
      ("/run/a\0b", .containsNUL(path: "/run/a\0b")), ("\0gestured", .containsNUL(path: "\0gestured")),
      ("/", .noFileName(path: "/")), ("/run/", .noFileName(path: "/run/")),
      ("/run/.", .noFileName(path: "/run/.")), ("/run/..", .noFileName(path: "/run/..")),
    ])
  func refused(text: String, reason: SocketPathError) {
    #expect(throws: reason) { try SocketPath(text) }
    #expect(!reason.description.contains("\0"))
    #expect(!reason.description.contains("\n"))
  }

  @Test(
    "A path is divided into its directory and its name",
    arguments: [
      ("/run/gestured/events.sock", "/run/gestured", "events.sock"), ("/e", "/", "e"),
      ("/run//e", "/run/", "e"),
    ])
  func parts(text: String, directory: String, fileName: String) throws {
    let path = try SocketPath(text)
    #expect(path.directory == directory)
    #expect(path.fileName == fileName)
  }

  @Test("A message about a hostile path stays on one line and sends no escape sequence")
  func message() {
    let error = #expect(throws: SocketPathError.self) { try SocketPath("a\n\u{1B}[2J\u{2028}\u{202E}") }
    #expect(error?.description.hasPrefix(#"socket path a\u{a}\u{1b}[2J\u{2028}\u{202e} is relative"#) == true)
  }
}
