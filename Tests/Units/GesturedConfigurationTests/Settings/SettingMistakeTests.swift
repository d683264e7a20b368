import Testing

@testable import GesturedConfiguration

/// Each mistake in the tables of devices and the socket, and the exact line that it gives.
@Suite struct SettingMistakeTests {
  @Test(
    "a device's value that cannot be is told",
    arguments: [
      (
        "size_mm = [1, 2]",
        ["3:12: device.d.size_mm: found 1; SIZE", "3:15: device.d.size_mm: found 2; SIZE"]
      ),
      ("size_mm = [100]", ["3:11: device.d.size_mm: found a list of 1 instead of 2 numbers; SIZE"]),
      ("size_mm = 100", ["3:11: device.d.size_mm: found 100; SIZE"]),
      ("size_mm = [nan, 100]", ["3:12: device.d.size_mm: found nan; SIZE"]),
      ("ignore = 0", ["3:10: device.d.ignore: found 0; allowed: true or false"]),
      ("size = [100, 100]", ["3:1: device.d.size: unknown key; did you mean size_mm?"]),
    ])
  func device(line: String, mistakes: [String]) {
    let size = "allowed: [width, height], each a number from 5 to 5000 mm"
    let expected = mistakes.map { "f.toml:" + $0.replacing("SIZE", with: size) }
    #expect(check("[device.d]\nname = \"*\"\n\(line)").mistakes == expected)
  }

  @Test(
    "a device's name that is none is told, once",
    arguments: [
      ("name = \"\"", "2:8: device.d.name: found \"\""), ("name = 3", "2:8: device.d.name: found 3"),
    ])
  func deviceName(line: String, start: String) {
    let allowed = "a text of 1 to 255 bytes; * stands for any text, ? for any one character"
    #expect(check("[device.d]\n\(line)").mistakes == ["f.toml:\(start); allowed: \(allowed)"])
  }

  @Test(
    "a value of the socket that cannot be is told",
    arguments: [
      ("path = \"gestured.sock\"", "8: socket.path: found \"gestured.sock\"; allowed: PATH"),
      ("path = \"@gestured\"", "8: socket.path: found \"@gestured\"; allowed: PATH"),
      ("path = \"/a\\u0000b\"", "8: socket.path: found \"/a\\u{0}b\"; allowed: PATH"),
      (
        "path = \"/\(String(repeating: "x", count: 107))\"",
        "8: socket.path: found \"/\(String(repeating: "x", count: 47))…\"; allowed: PATH"
      ),
      ("mode = \"0888\"", "8: socket.mode: found \"0888\"; allowed: MODE"),
      ("mode = \"7777\"", "8: socket.mode: found \"7777\"; allowed: MODE"),
      ("mode = 0o660", "8: socket.mode: found 432; allowed: MODE"),
      ("stall_ms = 0", "12: socket.stall_ms: found 0; allowed: a number from 100 to 600000 ms"),
      ("queue_lines = 0", "15: socket.queue_lines: found 0; allowed: a whole number from 1 to 65536"),
      ("queue_line = 1", "1: socket.queue_line: unknown key; did you mean queue_lines?"),
    ])
  func socket(line: String, mistake: String) {
    let expected = mistake.replacing("PATH", with: "an absolute path of at most 107 bytes")
      .replacing("MODE", with: "three or four octal digits in quotes, at most \"0777\"")
    #expect(check("[socket]\n\(line)").mistakes == ["f.toml:2:\(expected)"])
  }
}
