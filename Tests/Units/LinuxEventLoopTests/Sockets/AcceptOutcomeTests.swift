import SystemPackage
import Testing

@testable import LinuxEventLoop

@Suite struct AcceptOutcomeTests {
  private enum Kind { case connection, wouldBlock, outOfDescriptors, aborted }

  private func kind(of outcome: borrowing AcceptOutcome) -> Kind {
    switch outcome {
    case .connection: .connection
    case .wouldBlock: .wouldBlock
    case .outOfDescriptors: .outOfDescriptors
    case .aborted: .aborted
    }
  }

  @Test(
    "S14 the caller backs off when the machine has no more to give",
    arguments: [Errno.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .noBufferSpace])
  func backOff(errno: Errno) {
    #expect(kind(of: .failure(errno)) == .outOfDescriptors)
  }

  @Test(
    "S14 one lost connection does not end the listener",
    arguments: [Errno.connectionAbort, .notPermitted, .protocolError, .ioError])
  func lost(errno: Errno) {
    #expect(kind(of: .failure(errno)) == .aborted)
  }

  @Test("No pending connection is no failure")
  func nothingPending() {
    #expect(kind(of: .failure(.wouldBlock)) == .wouldBlock)
  }
}
