import GestureTestSupport
import Glibc
import LinuxEventLoop
import Testing

@Suite struct UnixConnectionTests {
  @Test("Nothing to read, bytes, and the end of the stream are told apart")
  func reading() throws {
    var pair = try ConnectedPair()
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(pair.server.read(into: &buffer) == .wouldBlock)
    #expect(pair.client.write([1, 2, 3], in: 1..<3) == .wrote(2))
    #expect(pair.server.read(into: &buffer, from: 1) == .bytes(2))
    #expect(buffer == [0, 2, 3, 0])
    #expect(pair.server.read(into: &buffer) == .wouldBlock)
    try pair.dropClient()
    #expect(pair.server.read(into: &buffer) == .endOfStream)
  }

  @Test("A read takes no more than there is room for, and the rest stays")
  func smallBuffer() throws {
    let pair = try ConnectedPair()
    #expect(pair.client.write([1, 2, 3], in: 0..<3) == .wrote(3))
    var buffer: [UInt8] = [0, 0]
    #expect(pair.server.read(into: &buffer) == .bytes(2))
    #expect(pair.server.read(into: &buffer, from: 1) == .bytes(1))
    #expect(buffer == [1, 3])
  }

  @Test("A peer that has ended its writing half still gets what is written")
  func halfClose() throws {
    let pair = try ConnectedPair()
    try pair.client.shutdownWrite()
    var buffer: [UInt8] = [0]
    #expect(pair.server.read(into: &buffer) == .endOfStream)
    #expect(pair.server.write([7], in: 0..<1) == .wrote(1))
    #expect(pair.client.read(into: &buffer) == .bytes(1))
    #expect(buffer == [7])
  }

  @Test("A peer that closes with unread bytes is an outcome of the next read")
  func reset() throws {
    var pair = try ConnectedPair()
    #expect(pair.server.write([1], in: 0..<1) == .wrote(1))
    try pair.dropClient()
    var buffer: [UInt8] = [0]
    #expect(pair.server.read(into: &buffer) == .closed(.connectionReset))
  }

  @Test("S2 a peer that does not read takes a bounded part, all of which it can read later")
  func partialWrites() throws {
    let pair = try ConnectedPair()
    try pair.server.setSendBuffer(bytes: 8192)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var sent = 0
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 3001)
    var blocked = 0
    while received.count < bytes.count {
      sending: while sent < bytes.count {
        switch pair.server.write(bytes, in: sent..<bytes.count) {
        case .wrote(let count): sent += count
        case .wouldBlock:
          blocked += 1
          break sending
        case .closed(let errno): throw TestFailure("write: \(errno)")
        }
      }
      #expect(sent - received.count <= 65_536)
      receiving: while true {
        switch pair.client.read(into: &buffer) {
        case .bytes(let count): received += buffer.prefix(count)
        case .wouldBlock: break receiving
        case .endOfStream, .closed: throw TestFailure("the stream ended early")
        }
      }
    }
    #expect(blocked > 10)
    #expect(received == bytes)
  }

  @Test("Connecting where nobody listens is an error with the path")
  func nobodyListens() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let error = #expect(throws: SystemError.self) { _ = try UnixConnection(connectingTo: path) }
    #expect(error == SystemError(operation: "connect", errno: .noSuchFileOrDirectory, path: path.string))
    #expect(error?.description == "\(path): connect failed: No such file or directory")
  }

  @Test("Descriptors are not inherited by programs the process starts, and are not waited on")
  func descriptorFlags() throws {
    let pair = try ConnectedPair()
    let descriptors = [pair.server.descriptor, pair.listener.descriptor, pair.client.descriptor]
    for descriptor in descriptors.map(\.rawValue) {
      #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
      #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    }
  }

  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test("Writing to a peer that is gone is an outcome and raises no signal")
    func peerGone() async {
      await #expect(processExitsWith: .success) {
        _ = Glibc.signal(SIGPIPE, SIG_DFL)
        var pair = try ConnectedPair()
        try pair.dropClient()
        #expect(pair.server.write([1], in: 0..<1) == .closed(.brokenPipe))
      }
    }

    @Test("A descriptor sent along by a peer is not taken, its bytes are")
    func passedDescriptor() async {
      await #expect(processExitsWith: .success) {
        let pair = try ConnectedPair()
        var buffer: [UInt8] = [0, 0]
        let growth = try descriptorGrowth(over: 200) {
          #expect(sendDescriptor(2, over: pair.client.descriptor.rawValue) == 1)
          #expect(pair.server.read(into: &buffer) == .bytes(1))
        }
        #expect(growth < allowedGrowth)
      }
    }
  }
}

/// Sends one byte with a descriptor attached; returns the result of `sendmsg`.
private func sendDescriptor(_ passed: CInt, over socket: CInt) -> Int {
  // A `cmsghdr` (length 20, SOL_SOCKET, SCM_RIGHTS = 1), the descriptor, and padding to 8.
  var control = [UInt64](repeating: 0, count: 3)
  control[0] = 20
  control[1] = UInt64(SOL_SOCKET) | 1 << 32
  control[2] = UInt64(passed)
  var byte: UInt8 = 65
  return unsafe withUnsafeMutablePointer(to: &byte) { byte in
    unsafe control.withUnsafeMutableBytes { control in
      var part = unsafe iovec(iov_base: byte, iov_len: 1)
      return unsafe withUnsafeMutablePointer(to: &part) { part in
        var message = unsafe msghdr()
        unsafe message.msg_iov = part
        unsafe message.msg_iovlen = 1
        unsafe message.msg_control = control.baseAddress
        unsafe message.msg_controllen = control.count
        return unsafe sendmsg(socket, &message, 0)
      }
    }
  }
}
