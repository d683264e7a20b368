import DaemonTestSupport
import GestureTestSupport
import LinuxEventLoop
import SystemPackage
import Testing

@testable import GesturedBase
@testable import GesturedDaemon

@Suite("Sockets that stay") struct InheritedServingTests {
  private let folder: TemporaryFolder
  private let path: SocketPath

  init() throws {
    folder = try TemporaryFolder()
    path = try SocketPath(folder.file("events.sock"))
  }

  private func handOver(_ listener: borrowing UnixListener, as name: String) throws -> InheritedSockets {
    try InheritedSockets(descriptors: [try listener.descriptor.duplicate().rawValue], names: [name])
  }

  @Test("P1 who connects while no daemon is there waits, and is served by the next one")
  func gap() throws {
    let kept = try UnixListener(at: path)
    let first = try ServingRig(inherited: try handOver(kept, as: "events"))
    let early = try Client(connectingTo: path)
    try first.settle()
    early.read()
    #expect(early.lines.of("hello").count == 1)
    try first.daemon.stop(at: first.now)
    try first.settle()
    early.read()
    #expect(early.lines.last == #"{"type":"bye","reason":"stopping"}"#)

    let waiting = try Client(connectingTo: path)
    let second = try ServingRig(inherited: try handOver(kept, as: "events"))
    try second.settle()
    waiting.read()
    #expect(waiting.lines.of("hello").count == 1)
  }

  @Test("P15 a socket for raw touches alone is nothing to serve events at")
  func rawAlone() throws {
    let kept = try UnixListener(at: path)
    let sockets = try handOver(kept, as: "raw")
    let error = #expect(throws: DaemonError.self) { _ = try ServingRig(inherited: sockets) }
    #expect(error?.exitCode == 64)
  }
}
