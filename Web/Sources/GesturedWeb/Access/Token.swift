import CWeb
import GestureProtocol

/// The secret of one run of the service: 256 random bits, as 64 hexadecimal digits.
struct Token {
  let text: String

  /// A new token, of the system's generator.
  init() {
    text = (0..<64).map { _ in String(UInt8.random(in: 0...15), radix: 16) }.joined()
  }

  /// Writes the token for members of the group. Returns an error number, or 0.
  func write(to path: String) -> Int32 {
    unsafe cweb_write_token(path, PeerUser.group, text + "\n", text.utf8.count + 1)
  }

  /// Whether a request `authorize` has the token as a whole; nil where it has none, or other fields.
  func isGiven(by request: [String: JSONValue]) -> Bool? {
    guard case .text("authorize") = request["command"], case .text(let text) = request["token"],
      request.keys.allSatisfy(["command", "token", "id"].contains)
    else { return nil }
    // The time does not depend on where they differ.
    let (given, own) = (Array(text.utf8), Array(self.text.utf8))
    return given.count == own.count && zip(given, own).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The wrong tokens of each user, and how long the user's next handshake waits.
struct WrongTokens {
  /// The wrong tokens that end a connection and double the wait.
  static let most = 3
  /// The most users that are remembered.
  private static let mostUsers = 256
  /// The seconds without a wrong token after which a user's are forgotten.
  private static let memory: Int64 = 600

  private var failures: [UInt32: (count: Int, last: Int64)] = [:]

  /// Counts a wrong token. Seconds of any steady clock.
  mutating func add(_ user: UInt32, at second: Int64) {
    failures = failures.filter { second - $0.value.last < Self.memory }
    if failures.count >= Self.mostUsers, failures[user] == nil { failures.removeAll() }
    failures[user] = ((failures[user]?.count ?? 0) + 1, second)
  }

  /// The wait of a user's next handshake: 1 s after three wrong tokens, doubling with each three up to 60 s.
  func wait(of user: UInt32, at second: Int64) -> Int64 {
    guard let (count, last) = failures[user], second - last < Self.memory, count >= Self.most else {
      return 0
    }
    return min(60, 1 << Int64(min(count / Self.most - 1, 6)))
  }
}
