import GestureCore

/// Who is heard, worked out from all that is subscribed: for each recognizer the highest of what any
/// client makes of it.
///
/// Where nobody is connected at all, everything is as it was declared: whoever comes next finds the gestures, and the
/// numbers of their lines, as if it had been there before.
struct Hearing {
  private var asked = NumberMask()
  private var observed = NumberMask()
  private var clients: Set<Int> = []
  private var hasStandard = false

  /// - Parameter count: how many clients there are at most.
  init(of count: Int = 0) { clients.reserveCapacity(count) }

  /// Takes in a client with what it hears of.
  mutating func add(_ subscription: borrowing Subscription) {
    clients.insert(subscription.client)
    // By their places: a copy of a filter counts a dozen references (H1).
    for position in subscription.filters.indices {
      if subscription.filters[position].isAsking, subscription.filters[position].types.contains(.gesture) {
        asked.formUnion(subscription.filters[position].heard)
      } else {
        observed.formUnion(subscription.filters[position].heard)
      }
    }
    if subscription.isStandard { hasStandard = true }
  }

  /// Takes in a client that declares here, wherever it hears.
  mutating func add(declarer client: Int) {
    clients.insert(client)
  }

  /// How each recognizer is heard, by their numbers.
  ///
  /// - Parameters:
  ///   - hasDump: whether a dump shows everything beside the socket.
  ///   - secret: those that may not work while somebody holds the lease; nil where nobody does.
  func levels(
    of recognizers: [SubscriptionScope.Recognizer], hasDump: Bool, without secret: NumberMask? = nil
  ) -> [RecognizerHearing] {
    recognizers.indices.map { number in
      if let secret, secret.contains(number) { return .unheard }
      let owner = recognizers[number].owner
      if clients.isEmpty || asked.contains(number) { return .asked }
      if owner == RegionTree.configuration ? hasStandard : clients.contains(owner) { return .asked }
      return hasDump || observed.contains(number) ? .observed : .unheard
    }
  }
}
