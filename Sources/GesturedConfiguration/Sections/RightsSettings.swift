/// The rights of clients over others: `[rights]`. Root and the daemon's own user have all rights.
public struct RightsSettings: Hashable, Sendable {
  private var holders: [Right: [RightHolder]]

  /// Settings; a right without holders belongs to no other user.
  public init(_ holders: [Right: [RightHolder]] = [:]) {
    self.holders = holders
  }

  /// The holders of a right, in the order of the file.
  public subscript(right: Right) -> [RightHolder] {
    get { holders[right] ?? [] }
    set { holders[right] = newValue.isEmpty ? nil : newValue }
  }
}
