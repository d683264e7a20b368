/// Who may do what to others: `[rights]`. Root and the user whom the daemon runs as may do everything.
public struct RightsSettings: Hashable, Sendable {
  private var holders: [Right: [RightHolder]]

  /// Settings; nobody else may do anything where nothing is said.
  public init(_ holders: [Right: [RightHolder]] = [:]) {
    self.holders = holders
  }

  /// Who has a right, in the order of the file.
  public subscript(right: Right) -> [RightHolder] {
    get { holders[right] ?? [] }
    set { holders[right] = newValue.isEmpty ? nil : newValue }
  }
}
