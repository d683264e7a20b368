import CWeb
import GestureProtocol

/// The secret of one run of the service: 256 random bits, as 64 hexadecimal digits.
struct Token {
  let text: String

  /// A new token.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Writes the token for members of the group. Returns an error number, or 0.
  func write(to path: String) -> Int32 {
    unsafe cweb_write_token(path, PeerUser.group, text + "\n", text.utf8.count + 1)
  }

  /// Whether a request `authorize` has the token; nil where it has none, or other fields.
  func isGiven(by request: [String: JSONValue]) -> Bool? {
    guard case .text("authorize") = request["command"], case .text(let text) = request["token"],
      request.keys.allSatisfy(["command", "token", "id"].contains)
    else { return nil }
    return matches(text)
  }

  /// Whether a text is the token. The time does not depend on where they differ.
  func matches(_ text: String) -> Bool {
    let given = Array(text.utf8)
    let own = Array(self.text.utf8)
    var difference = given.count ^ own.count
    for place in own.indices {
      difference |= Int(own[place] ^ (place < given.count ? given[place] : 0))
    }
    return difference == 0
  }
}

/// The wrong tokens of each user, and how long the user's next handshake waits.
struct WrongTokens {
  /// The most users that are remembered.
  private static let mostUsers = 256

  private var failures: [UInt32: (count: Int, last: Int64)] = [:]

  /// Counts a connection that ended after three wrong tokens. Seconds of any steady clock.
  mutating func add(_ user: UInt32, at second: Int64) {
    if failures.count >= Self.mostUsers {
      failures = failures.filter { second - $0.value.last < 600 }
      if failures.count >= Self.mostUsers { failures.removeAll() }
    }
    failures[user, default: (0, second)].count += 1
    failures[user]?.last = second
  }

  /// The wait of a user's next handshake: 1 s after the first such connection, doubling up to 60 s.
  func wait(of user: UInt32, at second: Int64) -> Int64 {
    guard let (count, last) = failures[user], second - last < 600 else { return 0 }
    return min(60, 1 << Int64(min(count - 1, 6)))
  }
}
