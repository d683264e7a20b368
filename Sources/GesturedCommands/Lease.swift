/// The connections that hold the private mode. In this mode no event of a single finger and no place is published. The
/// mode lasts while any connection holds it, and ends with the last one.
struct Lease {
  /// The clients that hold the lease, in the order in which they took it.
  private(set) var holders: [Int] = []

  /// Whether any client holds the lease.
  var isHeld: Bool { !holders.isEmpty }

  /// - Returns: whether the private mode begins now.
  mutating func take(by client: Int) -> Bool {
    guard !holders.contains(client) else { return false }
    holders.append(client)
    return holders.count == 1
  }

  /// - Returns: whether the private mode ends now.
  mutating func release(by client: Int) -> Bool {
    guard holders.contains(client) else { return false }
    holders.removeAll { $0 == client }
    return holders.isEmpty
  }
}
