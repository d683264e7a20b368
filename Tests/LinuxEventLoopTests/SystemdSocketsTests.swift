import Glibc
import LinuxEventLoop
import SystemPackage
import Testing

@Suite struct SystemdSocketsTests {
  private static func environment(_ variables: [String: String]) -> ProcessEnvironment {
    ProcessEnvironment(variables.merging(["LISTEN_PID": "\(getpid())"]) { given, _ in given })
  }

  @Test("P15 a listening socket that was passed is served, and its path stays when it is closed")
  func passed() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.socket()
    let manager = try UnixListener(at: path)
    let descriptor = dup(manager.descriptor.rawValue)
    let environment = Self.environment(["LISTEN_FDS": "1", "LISTEN_FDNAMES": "events"])
    var sockets = try SystemdSockets(environment: environment, firstDescriptor: descriptor)
    #expect(sockets.names == ["events"])
    if let listener = sockets.takeListener(named: "raw") {
      Issue.record("descriptor \(listener.descriptor) has another name")
    }
    do {
      guard let listener = sockets.takeListener(named: "events") else { throw TestFailure("no listener") }
      _ = try UnixConnection(connectingTo: path)
      _ = try accepted(from: listener)
      #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
    }
    #expect(sockets.count == 0)
    #expect(status(of: path.string) != nil)
    _ = try UnixConnection(connectingTo: path)
  }

  @Test("P15 nothing passed, or passed to another process, is nothing")
  func nothing() throws {
    let environments = [
      ProcessEnvironment([:]), Self.environment([:]), Self.environment(["LISTEN_FDS": "0"]),
      ProcessEnvironment(["LISTEN_FDS": "1"]), Self.environment(["LISTEN_FDS": "1", "LISTEN_PID": "1"]),
    ]
    for environment in environments {
      // Descriptor 2 is open and no socket to serve: it would be refused if it were looked at.
      let count = try SystemdSockets(environment: environment, processID: getpid(), firstDescriptor: 2).count
      #expect(count == 0)
    }
  }

  @Test(
    "P15 a count or a process that is no number is refused",
    arguments: ["", "-1", "17", "x", "1 ", "99999999999"])
  func badCount(text: String) {
    #expect(throws: SystemdSocketsError.invalidVariable(name: "LISTEN_FDS", value: text)) {
      _ = try SystemdSockets(environment: Self.environment(["LISTEN_FDS": text]))
    }
  }

  @Test("P15 a process that is no number is refused", arguments: ["", "-1", "0", "x"])
  func badProcess(text: String) {
    #expect(throws: SystemdSocketsError.invalidVariable(name: "LISTEN_PID", value: text)) {
      _ = try SystemdSockets(environment: Self.environment(["LISTEN_FDS": "1", "LISTEN_PID": text]))
    }
  }

  @Test("P15 a descriptor of another type, or none, is refused and stays open")
  func wrongType() throws {
    let directory = try TemporaryDirectory()
    let pipe = try Pipe()
    let datagrams = try DatagramReceiver(path: directory.file("datagrams"))
    let pair = try ConnectedPair()
    let descriptors = [
      pipe.readDescriptor, pair.server.descriptor, datagrams.descriptor, .init(rawValue: 1 << 20),
    ]
    for descriptor in descriptors {
      let number = descriptor.rawValue
      #expect(throws: SystemdSocketsError.unsuitable(descriptor: number, name: "unknown")) {
        let environment = Self.environment(["LISTEN_FDS": "1"])
        _ = try SystemdSockets(environment: environment, firstDescriptor: number)
      }
    }
    #expect(fcntl(pipe.readDescriptor.rawValue, F_GETFD) >= 0)
  }
}
