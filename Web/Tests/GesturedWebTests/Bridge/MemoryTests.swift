import Foundation
import Testing

@Suite("Memory")
struct MemoryTests {
  @Test(
    "WEB-36 nothing of a line that has been written is left in the memory of the service",
    arguments: ["gestures", "coarse"])
  func forgotten(grant: String) throws {
    let web = try Web(nil, "[origin.self]\nallow = [\"\(grant)\"]")
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    for round in 0..<40 {
      // Bursts of all lengths: some lines end in another read than they begin.
      let lines = (0...round).map {
        #"{"type":"gesture","seq":\#($0),"touch_count":2,"text":"\#(String(repeating: "x", count: 37 * round))","location":[73519.\#(round),46.875]}"#
      }
      daemon.send(lines.joined(separator: "\n") + "\n")
      for _ in lines { #expect(try page.text()?.contains("gesture") == true) }
    }
    // The last line has no place.
    daemon.send("{\"type\":\"settled\"}\n")
    #expect(try page.text() == #"{"type":"settled"}"#)
    #expect(try web.remembers(try web.token))
    try wait(for: "the places to be forgotten") { try !web.remembers("[73519.") }
    // The page is there still, so that it is not its end that has cleared the memory.
    #expect(daemon.openCount == 1)
  }
}

extension Web {
  /// Whether a text is anywhere in the memory that the service may write to.
  fileprivate func remembers(_ text: String) throws -> Bool {
    let process = "/proc/\(program.identifier)"
    let memory = open(process + "/mem", O_RDONLY)
    guard memory >= 0 else { throw Hung(description: "cannot read \(process)/mem (error \(errno))") }
    defer { close(memory) }
    let wanted = Data(text.utf8)
    for line in try String(contentsOfFile: process + "/maps", encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields[1].hasPrefix("rw") else { continue }
      let ends = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      var bytes = [UInt8](repeating: 0, count: ends[1] - ends[0])
      let count = pread(memory, &bytes, bytes.count, off_t(ends[0]))
      if count > 0, Data(bytes[..<count]).range(of: wanted) != nil { return true }
    }
    return false
  }
}
