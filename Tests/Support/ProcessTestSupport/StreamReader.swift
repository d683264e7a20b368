import GestureCore
import GestureTestSupport
import Glibc
import LinuxEventLoop

/// A client of the program's socket that waits for lines.
public struct StreamReader: ~Copyable {
  private let connection: UnixConnection
  private var poller: Poller
  private var bytes: [UInt8] = []

  /// Connects.
  public init(connectingTo path: String) throws {
    let connection = try UnixConnection(connectingTo: SocketPath(path))
    let poller = try Poller()
    try poller.add(
      connection.descriptor, interest: [.readable], token: PollToken(kind: 0, index: 0, generation: 0))
    self.connection = connection
    self.poller = poller
  }

  /// Connects as soon as a program serves the path, for programs that do not announce their start.
  public static func connecting(whenServed path: String) throws -> StreamReader {
    var watch = HangWatch()
    while !watch.isHung() {
      if let reader = try? StreamReader(connectingTo: path) { return reader }
      sched_yield()
    }
    throw WaitedInVain(what: "a socket at \(path)", complaints: "")
  }

  /// Sends a request.
  public func send(_ request: String) throws {
    let bytes = Array((request + "\n").utf8)
    guard case .wrote(bytes.count) = connection.write(bytes, in: bytes.indices) else {
      throw WaitedInVain(what: "room for a request", complaints: "")
    }
  }

  /// The lines up to the first one that contains a text, with that one.
  public mutating func lines(upTo text: String) throws -> [String] {
    while !lines.contains(where: { $0.contains(text) }), try more() {}
    LineLog.keep(lines)
    return lines
  }

  /// All lines to the end of the stream.
  public mutating func linesToTheEnd() throws -> [String] {
    while try more() {}
    LineLog.keep(lines)
    return lines
  }

  private var lines: [String] {
    let pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return pieces.dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func more() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      switch connection.read(into: &buffer) {
      case .bytes(let count):
        bytes += buffer[..<count]
        return true
      case .wouldBlock:
        guard try HangWatch.wait({ try poller.wait(timeout: .milliseconds($0)) > 0 }) else {
          throw WaitedInVain(what: "a line", complaints: "")
        }
      case .endOfStream, .closed: return false
      }
    }
  }
}
