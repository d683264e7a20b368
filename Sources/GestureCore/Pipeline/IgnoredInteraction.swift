/// The requests to ignore landings: their owners and counts (DLV-11, MULTI-13).
///
/// Requests nest, for each client separately, like UIKit's beginIgnoringInteractionEvents.
public struct IgnoredInteraction: Hashable, Sendable {
  private struct Request: Hashable {
    let owner: Int
    let isEverywhere: Bool
    var count = 0
  }

  private var requests: [Request] = []

  /// No request.
  public init() {}

  /// Whether all landings are ignored.
  public var isEverywhere: Bool {
    for request in requests where request.isEverywhere { return true }
    return false
  }

  /// Whether landings in the regions of an owner are ignored.
  public func ignores(regionsOf owner: Int) -> Bool {
    for request in requests where request.isEverywhere || request.owner == owner { return true }
    return false
  }

  /// The requests for all regions, without those for an owner's regions.
  public var everywhere: IgnoredInteraction {
    var everywhere = self
    everywhere.requests.removeAll { !$0.isEverywhere }
    return everywhere
  }

  /// Begins one more request.
  ///
  /// - Parameters:
  ///   - owner: the requesting client's number, or `RegionTree.configuration`.
  ///   - everywhere: whether the request counts for all regions, which needs a right, or only for the owner's regions.
  public mutating func begin(by owner: Int, everywhere: Bool) {
    if let position = requests.firstIndex(where: { $0.owner == owner && $0.isEverywhere == everywhere }) {
      // No client lives long enough to overflow the count.
      requests[position].count &+= 1
    } else {
      requests.append(Request(owner: owner, isEverywhere: everywhere, count: 1))
    }
  }

  /// Ends one request of an owner.
  ///
  /// - Returns: whether the owner had a request; the caller reports a missing one (DLV-13).
  public mutating func end(by owner: Int) -> Bool {
    guard let position = requests.lastIndex(where: { $0.owner == owner }) else { return false }
    requests[position].count -= 1
    if requests[position].count <= 0 { requests.remove(at: position) }
    return true
  }

  /// Forgets all requests of an owner whose connection is gone.
  public mutating func forget(_ owner: Int) {
    requests.removeAll { $0.owner == owner }
  }
}
