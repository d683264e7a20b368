import Foundation
import Testing

@testable import GesturedWeb

/// The kernel's line of connections that the service has not accepted yet.
@Suite("The line of connections")
struct LineTests {
  /// A TCP connection that waits for nothing.
  private final class Attempt {
    private let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)

    init(port: Int) throws { try RawClient.connect(descriptor, to: port) }

    deinit { close(descriptor) }

    /// Whether the kernel has connected it, and whether the kernel had to try it again: the first bytes of `tcp_info`.
    var state: (isConnected: Bool, isRetried: Bool) {
      var info = [UInt8](repeating: 0, count: 104)
      var size = socklen_t(info.count)
      unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size)
      return (info[0] == 1, info[2] > 0)
    }

    /// Whether the service has ended it.
    var hasEnded: Bool {
      var byte: UInt8 = 0
      let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
      return count == 0 || count < 0 && errno == ECONNRESET
    }
  }

  /// The connections of one moment: more than all places.
  private static let count = 300
  /// The most connections of one user: those of pages and the others.
  private static let places = 64

  @Test(
    "WEB-48 connections that come while the service is busy wait in line, and those beyond the places end at once"
  )
  func line() throws {
    let longest = Int(
      try String(contentsOfFile: "/proc/sys/net/core/somaxconn", encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines))
    try #require(longest.map { $0 >= Self.count } ?? false, "net.core.somaxconn is too small")
    let web = try Web()
    web.program.signal(SIGSTOP)
    defer { web.program.signal(SIGCONT) }
    let attempts = try (0..<Self.count).map { _ in try Attempt(port: web.port) }
    // Where the line is full, the kernel drops a connection's first packet, and tries it again after a second.
    try wait(for: "the connections") {
      attempts.allSatisfy {
        let state = $0.state
        return state.isConnected || state.isRetried
      }
    }
    try #require(attempts.count { $0.state.isRetried } == 0)
    web.program.signal(SIGCONT)
    try wait(for: "the ends") { attempts.count { $0.hasEnded } >= Self.count - Self.places }
  }

  @Test("WEB-57 the line of systemd's sockets is as long")
  func unit() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let unit = try String(
      contentsOf: folder.appendingPathComponent("../../../../systemd/gestured-web.socket").standardized,
      encoding: .utf8)
    let line = unit.split(separator: "\n").first { $0.hasPrefix("Backlog=") }
    #expect(Int(line?.dropFirst("Backlog=".count) ?? "") == 1024)
  }
}
