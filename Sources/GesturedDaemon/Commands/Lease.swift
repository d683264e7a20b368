/// Who holds the private mode, in which nothing of one finger and no place goes out: one connection or several. It
/// holds while any of them does, and dies with them.
struct Lease {
  /// The clients that hold it, in the order in which they took it.
  private(set) var holders: [Int] = []

  /// Whether anybody holds it.
  var isHeld: Bool { !holders.isEmpty }

  /// - Returns: whether it begins with that.
  mutating func take(by client: Int) -> Bool {
    guard !holders.contains(client) else { return false }
    holders.append(client)
    return holders.count == 1
  }

  /// - Returns: whether it is over with that.
  mutating func release(by client: Int) -> Bool {
    guard holders.contains(client) else { return false }
    holders.removeAll { $0 == client }
    return holders.isEmpty
  }
}
