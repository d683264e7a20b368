import LinuxEventLoop
import Testing

@testable import GestureClient

@Suite("Where a client looks for the socket")
struct SocketPlaceTests {
  private let variables = ["XDG_RUNTIME_DIR": "/run/user/7"]

  @Test("GESTURED_SOCKET goes before everything, whether something is there or not")
  func variable() {
    let environment = ProcessEnvironment(["GESTURED_SOCKET": "/x", "XDG_RUNTIME_DIR": "/run/user/7"])
    #expect(SocketPlace.choose(from: environment) { _ in true } == "/x")
    #expect(SocketPlace.choose(from: environment) { _ in false } == "/x")
  }

  @Test("the service's socket goes before the user's own, and stands for both where there is none")
  func order() {
    let environment = ProcessEnvironment(variables)
    let own = "/run/user/7/gestured/events.sock"
    #expect(SocketPlace.choose(from: environment) { _ in true } == SocketPlace.system)
    #expect(SocketPlace.choose(from: environment) { $0 == own } == own)
    #expect(SocketPlace.choose(from: environment) { _ in false } == SocketPlace.system)
    #expect(
      SocketPlace.choose(from: ProcessEnvironment(["GESTURED_SOCKET": ""])) { _ in false }
        == SocketPlace.system)
  }

  @Test("raw touches are served beside")
  func raw() {
    #expect(SocketPlace.raw(beside: "/run/gestured/events.sock") == "/run/gestured/raw.sock")
  }
}
