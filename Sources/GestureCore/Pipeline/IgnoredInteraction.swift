/// Whose landings are none for now: what was told to be ignored, by whom and how often (DLV-11, MULTI-13).
///
/// Calls nest, for each client by itself: UIKit's beginIgnoringInteractionEvents.
public struct IgnoredInteraction: Hashable, Sendable {
  private struct Request: Hashable {
    let owner: Int
    let isEverywhere: Bool
    var count = 0
  }

  private var requests: [Request] = []

  /// Nothing is ignored.
  public init() {}

  /// Whether whatever lands is ignored.
  public var isEverywhere: Bool {
    for request in requests where request.isEverywhere { return true }
    return false
  }

  /// Whether landings in the regions of an owner are ignored.
  public func ignores(regionsOf owner: Int) -> Bool {
    for request in requests where request.isEverywhere || request.owner == owner { return true }
    return false
  }

  /// Begins once more.
  ///
  /// - Parameters:
  ///   - owner: who asks: `RegionTree.configuration`, or the number of a client.
  ///   - everywhere: whether it counts for all regions, which needs a right, or for the owner's own alone.
  public mutating func begin(by owner: Int, everywhere: Bool) {
    if let position = requests.firstIndex(where: { $0.owner == owner && $0.isEverywhere == everywhere }) {
      // Nobody lives long enough to reach the end.
      requests[position].count &+= 1
    } else {
      requests.append(Request(owner: owner, isEverywhere: everywhere, count: 1))
    }
  }

  /// Ends once what an owner began.
  ///
  /// - Returns: whether it had begun; the caller says so where it had not (DLV-13).
  public mutating func end(by owner: Int) -> Bool {
    guard let position = requests.lastIndex(where: { $0.owner == owner }) else { return false }
    requests[position].count -= 1
    if requests[position].count <= 0 { requests.remove(at: position) }
    return true
  }

  /// Forgets all that an owner began: its connection is gone.
  public mutating func forget(_ owner: Int) {
    requests.removeAll { $0.owner == owner }
  }
}
