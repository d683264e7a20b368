import GestureCore

/// Computes each recognizer's hearing from all subscriptions: the highest level that any client needs.
///
/// Without any client, all recognizers work as declared. The next client therefore finds the gestures, and the numbers
/// of their lines, as if it had been connected before. Behind a filter that would keep touches from applications in vain:
/// there, a recognizer works only for a client of any scene that hears it (FLT-35).
struct Hearing {
  /// The recognizers that filters name.
  private var named = NumberMask()
  /// The recognizers whose gestures filters without names let through.
  private var unnamed = NumberMask()
  private var observed = NumberMask()
  private var clients: Set<Int> = []

  /// - Parameter count: the most clients.
  init(of count: Int = 0) { clients.reserveCapacity(count) }

  /// Adds a client with its subscription.
  mutating func add(_ subscription: borrowing Subscription) {
    clients.insert(subscription.client)
    // An index avoids copying the filter, which would retain a dozen references (H1).
    for position in subscription.filters.indices {
      if subscription.isPassive || !subscription.filters[position].types.contains(.gesture) {
        observed.formUnion(subscription.filters[position].heard)
      } else if subscription.filters[position].isNaming {
        named.formUnion(subscription.filters[position].heard)
      } else {
        unnamed.formUnion(subscription.filters[position].heard)
      }
    }
  }

  /// Adds a client that declares in this scene but hears another one.
  mutating func add(declarer client: Int) {
    clients.insert(client)
  }

  /// Adds recognizers that clients of other scenes asked for.
  mutating func add(asked recognizers: NumberMask) { named.formUnion(recognizers) }

  /// Each recognizer's hearing, by their numbers.
  ///
  /// - Parameters:
  ///   - hasDump: whether a dump shows everything beside the socket.
  ///   - isFiltering: whether applications receive the touches that no recognizer takes.
  ///   - secret: the recognizers that may not work while a client holds the lease; nil while no client does.
  func levels(
    of recognizers: [SubscriptionScope.Recognizer], hasDump: Bool, isFiltering: Bool = false,
    without secret: NumberMask? = nil
  ) -> [RecognizerHearing] {
    recognizers.indices.map { number in
      if let secret, secret.contains(number) { return .unheard }
      let owner = recognizers[number].owner
      if clients.isEmpty && !isFiltering || named.contains(number) { return .asked }
      // A filter without names gives no force to other clients' recognizers (MULTI-6).
      let isOwn = owner == RegionTree.configuration
      if isOwn ? unnamed.contains(number) : clients.contains(owner) { return .asked }
      return hasDump || observed.contains(number) || unnamed.contains(number) ? .observed : .unheard
    }
  }
}
