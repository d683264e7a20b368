import GestureTestSupport
import Glibc
import LinuxEventLoop
import SystemPackage
import Testing

@Suite("Sockets of the service manager") struct InheritedSocketsTests {
  private let directory: TemporaryFolder

  init() throws {
    directory = try TemporaryFolder()
  }

  /// A copy of a listener's descriptor, as a service manager hands it over.
  private func handOver(_ listener: borrowing UnixListener) -> CInt { dup(listener.descriptor.rawValue) }

  /// Whether the manager handed over a socket of that name, which is closed at once.
  private func has(_ name: String, _ sockets: InheritedSockets) -> Bool {
    switch sockets.remove(name) {
    case .some: true
    case .none: false
    }
  }

  @Test(
    "A listening socket is taken by its name, with its path, and is there for others when it is let go of")
  func taken() throws {
    let path = try SocketPath(directory.file("s"))
    let kept = try UnixListener(at: path)
    let sockets = try InheritedSockets(descriptors: [handOver(kept)], names: ["events"])
    #expect(sockets.path == path.string)
    #expect(!has("raw", sockets))
    guard let listener = sockets.remove("events") else {
      Issue.record("it is not there")
      return
    }
    let client = try UnixConnection(connectingTo: path)
    guard case .connection = listener.accept(), case .wouldBlock = listener.accept() else {
      Issue.record("it is not served, or waits")
      return
    }
    _ = consume client
    _ = consume listener
    // The manager's own descriptor is still open, so the kernel refuses no client.
    _ = try UnixConnection(connectingTo: path)
    #expect(!has("events", sockets))
  }

  @Test("P15 one socket without a name that says which is the one for events; a raw one never is")
  func onlyOne() throws {
    let kept = try UnixListener(at: try SocketPath(directory.file("s")))
    for (names, isThere) in [([], true), (["x.socket"], true), (["raw"], false)] as [([String], Bool)] {
      let sockets = try InheritedSockets(descriptors: [handOver(kept)], names: names)
      #expect(has("events", sockets) == isThere)
    }
  }

  @Test("P15 what is no listening stream socket of the Unix domain is refused with its number")
  func refused() throws {
    let datagram = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    let silent = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    let network = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    let file = unsafe open("/dev/null", O_RDONLY)
    defer { for descriptor in [datagram, silent, network, file] { close(descriptor) } }
    for descriptor in [datagram, silent, network, file, 9999] {
      let error = #expect(throws: InheritedSockets.Failure.self) {
        try InheritedSockets(descriptors: [descriptor], names: [])
      }
      #expect(error?.description.contains("descriptor \(descriptor)") == true)
    }
  }

  @Test(
    "P15 nothing was handed over, or to another process: nothing is taken",
    arguments: [
      [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "41", "LISTEN_FDS": "1"], ["LISTEN_PID": "42"],
      ["LISTEN_PID": "42", "LISTEN_FDS": "0"],
    ])
  func none(variables: [String: String]) throws {
    #expect(try InheritedSockets(environment: ProcessEnvironment(variables), processID: 42) == nil)
  }

  @Test("P15 a number of sockets that is none is refused", arguments: ["", "-1", "x", "1000000", "3 "])
  func count(text: String) {
    #expect(throws: InheritedSockets.Failure.self) {
      try InheritedSockets(
        environment: ProcessEnvironment(["LISTEN_PID": "42", "LISTEN_FDS": text]), processID: 42)
    }
  }
}
