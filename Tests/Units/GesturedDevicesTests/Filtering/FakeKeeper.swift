import GestureTestSupport
import Glibc
import LinuxEventLoop
import TouchInput

/// A keeper on a socket of its own, which answers as the test says.
final class FakeKeeper {
  /// The keeper's socket.
  let path: String
  private let folder: String
  private let listener: CInt
  private var connection: CInt = -1
  /// The reading ends of all pipes. Frames are read from the latest.
  private var pipes: [CInt] = []

  init() {
    // A pipe without a reader is an error of the write alone, as in the daemon.
    _ = signal(SIGPIPE, SIG_IGN)
    var template = Array("/tmp/gestured-keeper-XXXXXX".utf8CString)
    _ = unsafe mkdtemp(&template)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/filter.sock"
    listener = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    unsafe withUnsafeBytes(of: &address) { bytes in
      let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      _ = unsafe bind(listener, pointer, socklen_t(bytes.count))
    }
    _ = listen(listener, 4)
  }

  deinit {
    for descriptor in pipes + [listener, connection] where descriptor >= 0 { close(descriptor) }
    unsafe unlink(path)
    unsafe rmdir(folder)
  }

  /// The kinds of the requests that have come.
  var requests: [UInt32] {
    if connection < 0 { connection = accept(listener, nil, nil) }
    guard connection >= 0 else { return [] }
    var kinds: [UInt32] = []
    var packet = [UInt32](repeating: 0, count: 1024)
    while true {
      let count = unsafe recv(connection, &packet, 4096, CInt(MSG_DONTWAIT))
      guard count >= 8 else { return kinds }
      kinds.append(packet[0])
      if packet[0] == Self.make { panel = UInt64(packet[2]) | UInt64(packet[3]) << 32 }
    }
  }

  static let hello: UInt32 = 1
  static let make: UInt32 = 2
  static let drop: UInt32 = 4
  /// The identity of the panel that the latest request for a clone named.
  private(set) var panel: UInt64 = 0

  func welcome() { send([65, 0, 1, 8]) }

  func refuse(step: UInt32, errno: Int32) {
    send([68 - 1, 0, UInt32(truncatingIfNeeded: panel), UInt32(panel >> 32), UInt32(errno), step, 0, 0])
  }

  func destroy(device: UInt32, errno: Int32) { send([68, device, UInt32(bitPattern: errno), 0]) }

  /// Answers with a clone in an input folder of one digit, and the end of a pipe.
  func make(device: UInt32, folder digit: UInt8) {
    var ends: [CInt] = [-1, -1]
    _ = unsafe Glibc.pipe(&ends)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    pipes.append(ends[0])
    var name = Array("input\(digit)".utf8)
    name += Array(repeating: 0, count: 36 - name.count)
    var words = [66, device, UInt32(truncatingIfNeeded: panel), UInt32(panel >> 32), 0]
    for place in stride(from: 0, to: name.count, by: 4) {
      words.append(
        UInt32(name[place]) | UInt32(name[place + 1]) << 8 | UInt32(name[place + 2]) << 16
          | UInt32(name[place + 3]) << 24)
    }
    send(words, with: ends[1])
    close(ends[1])
  }

  /// The connection and the pipes end, as if the keeper was killed.
  func die() {
    for descriptor in pipes + [connection] { close(descriptor) }
    connection = -1
    pipes.removeAll()
  }

  /// Reads the frames in the pipe.
  var frames: [String] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    guard let pipe = pipes.last else { return [] }
    let count = unsafe read(pipe, &bytes, bytes.count)
    guard count > 0 else { return count == 0 ? ["closed"] : [] }
    return KeptClone.words(
      of: stride(from: 0, to: count, by: 8).map { place in
        let words = (0..<4).map { UInt16(bytes[place + 2 * $0]) | UInt16(bytes[place + 2 * $0 + 1]) << 8 }
        let value = Int32(bitPattern: UInt32(words[2]) | UInt32(words[3]) << 16)
        return InputEvent(time: .milliseconds(0), type: words[0], code: words[1], value: value)
      })
  }

  private func send(_ words: [UInt32], with passed: CInt? = nil) {
    var words = words
    // A control message of 16 bytes and a descriptor, in machine words.
    var control: [UInt64] = [
      20, UInt64(UInt32(SOL_SOCKET)) | UInt64(SCM_RIGHTS) << 32, UInt64(UInt32(bitPattern: passed ?? 0)),
    ]
    unsafe words.withUnsafeMutableBytes { bytes in
      unsafe control.withUnsafeMutableBytes { control in
        var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        unsafe withUnsafeMutablePointer(to: &part) { part in
          var message = unsafe msghdr()
          unsafe message.msg_iov = part
          unsafe message.msg_iovlen = 1
          if passed != nil {
            unsafe message.msg_control = control.baseAddress
            unsafe message.msg_controllen = control.count
          }
          _ = unsafe sendmsg(connection, &message, 0)
        }
      }
    }
  }
}
