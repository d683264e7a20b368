import LinuxEventLoop
import Testing

@testable import GestureClient

@Suite("How long a client waits for the daemon")
struct PatienceTests {
  @Test("without GESTURED_PATIENCE, or with an empty one, a client waits ten seconds")
  func usual() throws {
    #expect(try Patience.choose(from: ProcessEnvironment([:])) == .seconds(10))
    #expect(try Patience.choose(from: ProcessEnvironment(["GESTURED_PATIENCE": ""])) == .seconds(10))
  }

  @Test("GESTURED_PATIENCE is a number of seconds", arguments: [("0.25", 0.25), ("86400", 86_400), ("7", 7)])
  func variable(text: String, seconds: Double) throws {
    #expect(try Patience.choose(from: ProcessEnvironment(["GESTURED_PATIENCE": text])) == .seconds(seconds))
  }

  @Test(
    "what is no time is refused with what is allowed",
    arguments: ["0", "-1", "nan", "inf", "86401", "2 s", "\u{1B}"]
  )
  func refused(text: String) {
    #expect(throws: GestureClientError.invalidPatience(text)) {
      try Patience.choose(from: ProcessEnvironment(["GESTURED_PATIENCE": text]))
    }
    #expect("\(GestureClientError.invalidPatience("2 s"))".contains("above 0, at most 86400"))
  }
}
