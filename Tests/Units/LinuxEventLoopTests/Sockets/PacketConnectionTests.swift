import GestureTestSupport
import Glibc
import LinuxEventLoop
import Testing

@Suite("Packets with descriptors") struct PacketConnectionTests {
  /// How many descriptors come with a packet, in one control message or in one each.
  struct Parcel: CustomTestStringConvertible, Sendable {
    let count: Int
    let inOneMessage: Bool
    var testDescription: String { "\(count) \(inOneMessage ? "together" : "apart")" }
  }

  private static let parcels = [1, 2, 3, 7, 250].flatMap { count in
    [true, false].map { Parcel(count: count, inOneMessage: $0) }
  }

  @Test("One descriptor of a packet is passed on, and of several none stays open", arguments: parcels)
  func descriptors(_ parcel: Parcel) throws {
    let peer = try PacketPeer()
    var ends: [CInt] = [-1, -1]
    #expect(unsafe Glibc.pipe(&ends) == 0)
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { close(ends[0]) }
    let passedEnds = Array(repeating: ends[1], count: parcel.count)
    #expect(peer.send([7, 8, 9], with: passedEnds, parcel.inOneMessage) == 3)
    close(ends[1])
    var packet = [UInt8](repeating: 0, count: 16)
    var passed: OwnedDescriptor?
    #expect(peer.connection.receive(into: &packet, &passed) == .bytes(3))
    #expect(Array(packet.prefix(3)) == [7, 8, 9])
    let isPassed = passed != nil
    #expect(isPassed == (parcel.count == 1))
    var byte: UInt8 = 0
    if isPassed {
      #expect(unsafe read(ends[0], &byte, 1) == -1, "the writing end is open")
      passed = nil
    }
    #expect(unsafe read(ends[0], &byte, 1) == 0, "a writing end stays open")
  }

  @Test("A packet that is cut, and one without bytes, leave no descriptor open", arguments: [0, 40])
  func cut(length: Int) throws {
    let peer = try PacketPeer()
    var ends: [CInt] = [-1, -1]
    #expect(unsafe Glibc.pipe(&ends) == 0)
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { close(ends[0]) }
    #expect(peer.send(Array(repeating: 1, count: length), with: [ends[1], ends[1]], true) == length)
    close(ends[1])
    var packet = [UInt8](repeating: 0, count: 4)
    var passed: OwnedDescriptor?
    #expect(peer.connection.receive(into: &packet, &passed) == (length == 0 ? .endOfStream : .bytes(4)))
    let isPassed = passed != nil
    #expect(!isPassed)
    var byte: UInt8 = 0
    #expect(unsafe read(ends[0], &byte, 1) == 0, "a writing end stays open")
  }
}

/// A connection that keeps packets apart, with the end of its peer.
private final class PacketPeer {
  let connection: PacketConnection
  private let directory: TemporaryFolder
  private let listener: CInt
  private let end: CInt

  init() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let listener = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.string.utf8) }
    let bound = unsafe withUnsafeBytes(of: &address) { bytes in
      let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return unsafe bind(listener, pointer, socklen_t(bytes.count))
    }
    guard bound == 0, listen(listener, 1) == 0 else { throw TestFailure("no socket at \(path.string)") }
    let connection = try PacketConnection(connectingTo: path)
    end = accept(listener, nil, nil)
    self.listener = listener
    self.directory = directory
    self.connection = connection
  }

  deinit {
    close(end)
    close(listener)
  }

  /// Sends a packet with descriptors.
  ///
  /// - Parameter inOneMessage: whether one control message has all descriptors; else each has one of its own.
  /// - Returns: the result of `sendmsg`.
  func send(_ packet: [UInt8], with passed: [CInt], _ inOneMessage: Bool) -> Int {
    var packet = packet + [0]
    let parcels = inOneMessage ? [passed] : passed.map { [$0] }
    // Each `cmsghdr` has its length, SOL_SOCKET and SCM_RIGHTS; its descriptors are padded to 8 bytes.
    var control: [UInt64] = []
    for parcel in parcels {
      control += [UInt64(16 + 4 * parcel.count), UInt64(UInt32(SOL_SOCKET)) | UInt64(SCM_RIGHTS) << 32]
      for place in stride(from: 0, to: parcel.count, by: 2) {
        let next = place + 1 < parcel.count ? parcel[place + 1] : 0
        control.append(UInt64(UInt32(bitPattern: parcel[place])) | UInt64(UInt32(bitPattern: next)) << 32)
      }
    }
    let length = packet.count - 1
    return unsafe packet.withUnsafeMutableBytes { bytes in
      unsafe control.withUnsafeMutableBytes { control in
        var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: length)
        return unsafe withUnsafeMutablePointer(to: &part) { part in
          var message = unsafe msghdr()
          unsafe message.msg_iov = part
          unsafe message.msg_iovlen = 1
          unsafe message.msg_control = control.baseAddress
          unsafe message.msg_controllen = control.count
          return unsafe sendmsg(end, &message, 0)
        }
      }
    }
  }
}
