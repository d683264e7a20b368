import GesturedConfiguration
import LinuxEventLoop
import Testing

@testable import GesturedBase
@testable import GesturedDaemon

@Suite struct SocketLocationTests {
  /// An environment in which a program asks for a path, and the expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var option: String?
    var configured: String?
    var environment: [String: String] = [:]
    var userID: UInt32 = 1000
    var expected: String
  }

  private static let all = [
    "GESTURED_SOCKET": "/env.sock", "RUNTIME_DIRECTORY": "/run/gestured", "XDG_RUNTIME_DIR": "/run/user/1000",
  ]

  @Test(
    "The command line goes before GESTURED_SOCKET, that before the configuration, that before the default",
    arguments: [
      Case(
        testDescription: "all", option: "/option.sock", configured: "/file.sock", environment: all, userID: 0,
        expected: "/option.sock"),
      Case(
        testDescription: "no option", configured: "/file.sock", environment: all, expected: "/env.sock"),
      Case(
        testDescription: "an empty variable is as good as none", configured: "/file.sock",
        environment: ["GESTURED_SOCKET": ""], expected: "/file.sock"),
      Case(testDescription: "root", userID: 0, expected: "/run/gestured/events.sock"),
      Case(
        testDescription: "root with a session", environment: ["XDG_RUNTIME_DIR": "/run/user/0"], userID: 0,
        expected: "/run/gestured/events.sock"),
      Case(
        testDescription: "a service", environment: ["RUNTIME_DIRECTORY": "/run/gestured"],
        expected: "/run/gestured/events.sock"),
      Case(
        testDescription: "a user", environment: ["XDG_RUNTIME_DIR": "/run/user/1000"],
        expected: "/run/user/1000/gestured/events.sock"),
    ])
  func precedence(_ sample: Case) throws {
    let path = try SocketLocation.path(
      option: sample.option, configured: sample.configured,
      environment: ProcessEnvironment(sample.environment), userID: sample.userID)
    #expect(path.string == sample.expected)
  }

  @Test(
    "A user without a session has no default path, and is told what to do",
    arguments: [[:], ["XDG_RUNTIME_DIR": ""]])
  func noDefault(environment: [String: String]) {
    let error = #expect(throws: DaemonError.self) {
      try SocketLocation.path(
        option: nil, configured: nil, environment: ProcessEnvironment(environment), userID: 1000)
    }
    #expect(error?.exitCode == 64)
    #expect(error.map { "\($0)".contains("--socket PATH") } == true)
  }

  @Test("P4 a path that can not be a socket's is refused by whoever gave it")
  func badPaths() {
    let long = "/" + String(repeating: "x", count: 107)
    for path in [long, "@abstract", "relative", "", "/directory/"] {
      let error = #expect(throws: DaemonError.self) {
        try SocketLocation.path(
          option: path, configured: nil, environment: ProcessEnvironment([:]), userID: 0)
      }
      #expect(error?.exitCode == 64)
      #expect(error.map { "\($0)".hasPrefix("--socket: socket path ") } == true)
    }
    let variable = #expect(throws: DaemonError.self) {
      try SocketLocation.path(
        option: nil, configured: nil, environment: ProcessEnvironment(["GESTURED_SOCKET": long]), userID: 0)
    }
    #expect(variable?.exitCode == 64)
    #expect(variable.map { "\($0)".hasPrefix("GESTURED_SOCKET: socket path ") } == true)
    let configured = #expect(throws: DaemonError.self) {
      try SocketLocation.path(
        option: nil, configured: "/directory/", environment: ProcessEnvironment([:]), userID: 0)
    }
    #expect(configured?.exitCode == 78)
    #expect(configured.map { "\($0)".hasPrefix("[socket] path: ") } == true)
  }

  @Test("There is no raw socket unless it is asked for; then it is beside the other, or where somebody says")
  func rawPath() throws {
    let events = try SocketPath("/run/gestured/events.sock")
    var configuration = try Configuration.parse([], file: "test.toml")
    func path(_ option: String? = nil, beside events: SocketPath?) throws -> String? {
      try SocketLocation.rawPath(option: option, configuration: configuration, beside: events)?.string
    }
    #expect(try path(beside: events) == nil)
    #expect(try path("/option.sock", beside: events) == "/option.sock")
    configuration.socket.servesRaw = true
    #expect(try path(beside: nil) == nil)
    #expect(try path(beside: events) == "/run/gestured/raw.sock")
    #expect(try path(beside: SocketPath("/events.sock")) == "/raw.sock")
    configuration.socket.rawPath = "/file.sock"
    #expect(try path(beside: events) == "/file.sock")
    #expect(try path("/option.sock", beside: events) == "/option.sock")
    let error = #expect(throws: DaemonError.self) { try path("/run/gestured/events.sock", beside: events) }
    #expect(error?.exitCode == 78)
  }
}
