import GestureTestSupport
import Glibc
import LinuxEventLoop

/// The other end of a subscriber: a program that may or may not read lines from the socket.
package final class Client {
  private let connection: UnixConnection
  private var parsed: [String] = []
  private var parsedBytes = 0
  private var conversation = Conversation()
  /// All bytes read so far.
  package private(set) var bytes: [UInt8] = []
  /// Whether the stream has ended.
  package private(set) var isAtEnd = false
  /// Called after each request, so that the daemon can read it.
  package var afterSending: (() throws -> Void)?
  private var newsStart = 0

  package init(connectingTo path: SocketPath) throws {
    connection = try UnixConnection(connectingTo: path)
  }

  /// Disconnects at once. Closing alone does not: a process that another test starts holds a copy of the descriptor
  /// until it executes its program.
  deinit {
    try? connection.shutdownWrite()
    try? connection.shutdownRead()
  }

  /// Reads the waiting bytes, or a part of them.
  package func read(atMost count: Int = .max) {
    var remaining = count
    while remaining > 0, !isAtEnd {
      var buffer = [UInt8](repeating: 0, count: min(16_384, remaining))
      switch connection.read(into: &buffer) {
      case .bytes(let count):
        bytes += buffer[..<count]
        remaining -= count
      case .wouldBlock: return
      case .endOfStream, .closed: isAtEnd = true
      }
    }
  }

  /// Whether the stream ends now. A process that another test starts briefly shares all open files of this process. So
  /// the end may come after the daemon has closed the connection.
  package var ends: Bool {
    for _ in 0..<1_000_000 where !isAtEnd {
      read()
      sched_yield()
    }
    return isAtEnd
  }

  /// Reads the waiting bytes and returns all whole lines so far.
  package var lines: [String] {
    read()
    while let end = bytes[parsedBytes...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes[parsedBytes..<end], as: UTF8.self)
      conversation.hear(line)
      parsed.append(line)
      parsedBytes = end + 1
    }
    return parsed
  }

  /// Whether the client has read a part of a line.
  package var isTorn: Bool { bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false }

  /// Sends a text.
  package func say(_ text: String) -> WriteOutcome {
    let bytes = Array(text.utf8)
    conversation.say(bytes)
    return connection.write(bytes, in: bytes.indices)
  }

  /// Sends a request, and lets the daemon answer.
  package func send(_ request: String) throws {
    _ = say(request + "\n")
    try afterSending?()
  }

  /// The lines since the last call.
  package var news: [String] {
    let all = lines
    defer { newsStart = all.count }
    return Array(all[newsStart...])
  }

  /// Ends the requests, as `socat` does without input.
  package func endRequests() throws {
    try connection.shutdownWrite()
  }
}

extension [String] {
  /// The lines of a type.
  package func of(_ type: String) -> [String] { filter { $0.hasPrefix(#"{"type":"\#(type)""#) } }

  /// The numbers (`seq`) of the lines that have one.
  package var seqs: [Int] {
    compactMap { line in
      guard let start = line.firstRange(of: #""seq":"#)?.upperBound else { return nil }
      return Int(line[start...].prefix { $0.isNumber })
    }
  }
}

extension String {
  /// A field of a JSON line as it is written, texts without their quotes. A missing field is empty.
  package func word(_ name: String) -> String {
    guard let start = firstRange(of: "\"\(name)\":")?.upperBound else { return "" }
    let rest = self[start...]
    if rest.hasPrefix("\"") { return String(rest.dropFirst().prefix { $0 != "\"" }) }
    if rest.hasPrefix("[") { return String(rest.prefix { $0 != "]" }) + "]" }
    return String(rest.prefix { $0 != "," && $0 != "}" })
  }
}

extension ClientCredentials {
  /// A user other than root and the user of the tests.
  package static func user(_ id: UInt32, groups: [UInt32] = []) -> ClientCredentials {
    ClientCredentials(userID: id, groupIDs: groups, processID: 1)
  }
}
