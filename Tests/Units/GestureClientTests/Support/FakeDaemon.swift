import Foundation
import GestureTestSupport
import LinuxEventLoop

/// Stands in for the daemon. It serves a socket, and plays a test's story to each client, on a thread of its own.
final class FakeDaemon: @unchecked Sendable {
  /// The first line of every story.
  static let hello =
    #"{"type":"hello","protocol":1,"version":"9.8.7","features":[],"units":"mm","clock":"monotonic","time":12,"unix_time":1000}"#
  /// A line that every client receives.
  static let device =
    #"{"type":"device","seq":1,"time":12,"device":1,"state":"added","name":"a screen","size":[160,100],"size_source":"resolution","max_touches":10,"rotation":0}"#

  /// The path of the socket.
  let path: String
  private let folder: TemporaryFolder

  /// Serves one client after another.
  init(_ story: @escaping @Sendable (inout Client) -> Void) throws {
    folder = try TemporaryFolder()
    path = folder.file("events.sock")
    let entrance = Entrance(try UnixListener(at: SocketPath(path)))
    Thread.detachNewThread { Self.serve(entrance, story) }
  }

  /// Hands the listener to the thread that serves it.
  private final class Entrance: @unchecked Sendable {
    let listener: UnixListener

    init(_ listener: consuming UnixListener) {
      self.listener = listener
    }
  }

  private static func serve(_ entrance: Entrance, _ story: (inout Client) -> Void) {
    guard var poller = try? Poller() else { return }
    try? poller.add(
      entrance.listener.descriptor, interest: [.readable], token: PollToken(kind: 0, index: 0, generation: 0))
    while (try? poller.wait(timeout: nil)) != nil {
      guard case .connection(let connection) = entrance.listener.accept() else { continue }
      if var client = Client(connection) { story(&client) }
    }
  }

  /// One client, as the daemon sees it.
  struct Client: ~Copyable {
    private let connection: UnixConnection
    private var poller: Poller
    private var bytes: [UInt8] = []

    fileprivate init?(_ connection: consuming UnixConnection) {
      guard let poller = try? Poller() else { return nil }
      let token = PollToken(kind: 0, index: 0, generation: 0)
      guard (try? poller.add(connection.descriptor, interest: [.readable], token: token)) != nil else {
        return nil
      }
      self.connection = connection
      self.poller = poller
    }

    /// Sends lines.
    ///
    /// - Returns: Whether the client is still connected.
    @discardableResult
    mutating func say(_ lines: String...) -> Bool {
      send(Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    /// Sends bytes.
    @discardableResult
    mutating func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes.indices
      while !rest.isEmpty {
        switch connection.write(bytes, in: rest) {
        case .wrote(let count): rest = rest.lowerBound + count..<rest.upperBound
        case .wouldBlock: if !waitForRoom() { return false }
        case .closed: return false
        }
      }
      return true
    }

    /// Sends as many bytes as the kernel takes at once, without waiting.
    ///
    /// - Returns: The number of bytes.
    mutating func fill(_ bytes: ArraySlice<UInt8>) -> Int {
      let bytes = Array(bytes)
      var count = 0
      while count < bytes.count, case .wrote(let more) = connection.write(bytes, in: count..<bytes.count) {
        count += more
      }
      return count
    }

    /// The next line of the client; nil once the client has closed the connection.
    mutating func hear() -> String? {
      while true {
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
          defer { bytes.removeSubrange(...end) }
          return String(decoding: bytes[..<end], as: UTF8.self)
        }
        var buffer = [UInt8](repeating: 0, count: 4096)
        switch connection.read(into: &buffer) {
        case .bytes(let count): bytes += buffer[..<count]
        case .wouldBlock: _ = try? poller.wait(timeout: nil)
        case .endOfStream, .closed: return nil
        }
      }
    }

    private mutating func waitForRoom() -> Bool {
      let token = PollToken(kind: 0, index: 0, generation: 0)
      _ = try? poller.modify(connection.descriptor, interest: [.writable], token: token)
      defer { _ = try? poller.modify(connection.descriptor, interest: [.readable], token: token) }
      return ((try? poller.wait(timeout: nil)) ?? 0) > 0
    }
  }
}

extension Duration {
  /// No limit of the client's own, which would pass on a busy computer. The lane ends a test that hangs.
  static let endless = seconds(86_400)
}
