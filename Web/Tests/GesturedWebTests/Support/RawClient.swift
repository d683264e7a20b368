import Foundation

/// A TCP client that sends any bytes.
final class RawClient: @unchecked Sendable {
  let descriptor: Int32
  private var rest: [UInt8] = []

  init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    // The pause between two looks of `HangWatch`.
    var pause = timeval(tv_sec: 0, tv_usec: Int(1000 * HangWatch.pause))
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe setsockopt(descriptor, SOL_SOCKET, option, &pause, socklen_t(MemoryLayout<timeval>.size))
    }
    try Self.connect(descriptor, to: port)
  }

  /// Connects a TCP socket to a port of this machine, or begins to, where it waits for nothing.
  static func connect(_ descriptor: Int32, to port: Int) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || errno == EINPROGRESS else {
      throw Hung(description: "cannot connect (error \(errno))")
    }
  }

  deinit { close(descriptor) }

  /// Repeats a call on the socket while the kernel says that its time is over.
  private func patiently(_ call: () -> Int) -> Int {
    var watch = HangWatch()
    while true {
      let count = call()
      guard count < 0, errno == EAGAIN, !watch.isHung() else { return count }
    }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends what the socket takes without a pause of half a second; false where it took less.
  func trySend(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    } == bytes.count
  }

  func send(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = patiently {
        unsafe bytes[start...].withUnsafeBytes {
          unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      }
      guard count > 0 else { throw Hung(description: "cannot send (error \(errno))") }
      start += count
    }
  }

  /// Reads some bytes; empty at the end.
  private func receive() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = patiently {
      unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    }
    if count < 0, errno == ECONNRESET { return [] }
    guard count >= 0 else { throw Hung(description: "cannot receive (error \(errno))") }
    return Array(bytes[..<count])
  }

  /// Reads that many bytes; fewer at the end.
  func read(_ count: Int) throws -> [UInt8] {
    while rest.count < count {
      let more = try receive()
      if more.isEmpty { break }
      rest += more
    }
    let result = Array(rest.prefix(count))
    rest.removeFirst(result.count)
    return result
  }

  /// Reads to the end.
  func readAll() throws -> [UInt8] {
    while true {
      let more = try receive()
      if more.isEmpty { break }
      rest += more
    }
    defer { rest = [] }
    return rest
  }

  /// Reads the head of an answer.
  func readHead() throws -> String {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let byte = try read(1)
      if byte.isEmpty { break }
      head += byte
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// One request, and its answer to the end of the connection.
  static func ask(_ web: Web, _ request: String) throws -> String {
    let client = try RawClient(port: web.port)
    try client.send(request)
    return String(decoding: try client.readAll(), as: UTF8.self)
  }

  /// A POST, and its answer.
  static func post(
    _ web: Web, _ path: String, _ body: String, host: String? = nil, origin: String? = nil,
    _ fields: [String] = []
  ) throws -> String {
    let lines =
      [
        "POST \(path) HTTP/1.1", "Host: \(host ?? web.host)", "Connection: close",
        "Content-Length: \(body.utf8.count)",
      ]
      + (origin.map { ["Origin: \($0)"] } ?? []) + fields
    return try ask(web, lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// A GET, and its answer.
  static func get(_ web: Web, _ path: String, _ fields: [String] = [], method: String = "GET") throws
    -> String
  {
    let lines = ["\(method) \(path) HTTP/1.1", "Host: \(web.host)", "Connection: close"] + fields
    return try ask(web, lines.joined(separator: "\r\n") + "\r\n\r\n")
  }
}

/// The status of an answer.
func status(_ answer: String) -> Int {
  Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0
}

/// The value of a field of an answer; nil without it.
func field(_ name: String, _ answer: String) -> String? {
  for line in answer.components(separatedBy: "\r\n") {
    if line.isEmpty { return nil }
    if line.lowercased().hasPrefix(name.lowercased() + ":") {
      return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
  }
  return nil
}

/// A WebSocket client that may break the rules.
final class Socket: @unchecked Sendable {
  /// A frame that came.
  struct Frame: Equatable {
    var opcode: UInt8
    var data: [UInt8]
    var text: String { String(decoding: data, as: UTF8.self) }
    /// The code of a close.
    var code: Int { data.count >= 2 ? Int(data[0]) << 8 | Int(data[1]) : 0 }
    /// The reason of a close.
    var reason: String { String(decoding: data.dropFirst(2), as: UTF8.self) }
  }

  let client: RawClient
  /// The head of the answer to the handshake.
  let answer: String

  static func handshake(
    host: String, origin: String?, path: String = "/v1", version: String? = "gestured.1", more: [String] = []
  ) -> String {
    var lines = [
      "GET \(path) HTTP/1.1", "Host: \(host)", "Connection: Upgrade", "Upgrade: websocket",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    if let origin { lines.append("Origin: \(origin)") }
    if let version { lines.append("Sec-WebSocket-Protocol: \(version)") }
    return (lines + more).joined(separator: "\r\n") + "\r\n\r\n"
  }

  convenience init(
    _ web: Web, origin: String? = nil, more: [String] = [], receiveBuffer: Int32? = nil
  ) throws {
    try self.init(port: web.port, origin: origin ?? web.origin, more: more, receiveBuffer: receiveBuffer)
  }

  init(port: Int, origin: String, more: [String] = [], receiveBuffer: Int32? = nil) throws {
    client = try RawClient(port: port, receiveBuffer: receiveBuffer)
    try client.send(Self.handshake(host: "127.0.0.1:\(port)", origin: origin, more: more))
    answer = try client.readHead()
    guard status(answer) == 101 else { throw Hung(description: "no upgrade: \(answer)") }
  }

  /// Sends a text message.
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends a frame.
  func send(
    _ data: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
  ) throws {
    var frame: [UInt8] = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    if data.count < 126 {
      frame.append(mask | UInt8(data.count))
    } else if data.count < 65_536 {
      frame += [mask | 126, UInt8(data.count >> 8), UInt8(data.count & 255)]
    } else {
      frame.append(mask | 127)
      for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8(data.count >> shift & 255)) }
    }
    if isMasked { frame += [1, 2, 3, 4] }
    frame += isMasked ? data.enumerated().map { $0.element ^ UInt8($0.offset % 4 + 1) } : data
    try client.send(frame)
  }

  /// The next frame; nil at the end.
  func next() throws -> Frame? {
    let head = try client.read(2)
    guard head.count == 2 else { return nil }
    var count = Int(head[1] & 0x7F)
    if count == 126 {
      count = try client.read(2).reduce(0) { $0 << 8 | Int($1) }
    } else if count == 127 {
      count = try client.read(8).reduce(0) { $0 << 8 | Int($1) }
    }
    return Frame(opcode: head[0] & 15, data: try client.read(count))
  }

  /// The next text; nil at a close or the end.
  func text() throws -> String? {
    while let frame = try next() {
      if frame.opcode == 1 { return frame.text }
      if frame.opcode == 8 { return nil }
    }
    return nil
  }

  /// The next close; nil at the end.
  func close() throws -> Frame? {
    while let frame = try next() {
      if frame.opcode == 8 { return frame }
    }
    return nil
  }
}
