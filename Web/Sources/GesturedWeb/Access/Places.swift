/// The places for TCP connections, of pages and of requests.
struct Places {
  /// The user of a connection.
  struct Holder {
    /// The uid; nil where the kernel does not know it.
    var user: UInt32?
    /// Whether the user may have pages. A user that the kernel does not know has no rights here, although the token gives it a page.
    var mayConnect: Bool
  }

  /// The most connections.
  static let most = 256
  /// The most connections of all users without rights together: the others stay free for those with rights.
  static let mostOfStrangers = 128
  /// The most connections of one user, beside the pages.
  static let mostOfUser = 32

  /// The most pages.
  var pages: Int

  /// Whether a user may have one more connection.
  func areFree(for holder: Holder, beside holders: [Holder]) -> Bool {
    let ofUser = holders.count { $0.user == holder.user }
    guard holder.mayConnect else {
      let ofStrangers = holders.count { !$0.mayConnect }
      return holders.count < Self.most && ofStrangers < Self.mostOfStrangers && ofUser < Self.mostOfUser
    }
    return holders.count < Self.most && ofUser < pages + Self.mostOfUser
  }
}
