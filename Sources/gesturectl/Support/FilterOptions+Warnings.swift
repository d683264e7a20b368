import GestureClient
import GestureCore

/// Warnings about what gestured does not have.
extension FilterOptions {
  /// One line for each name, kind or number of fingers that nothing declared gives, as it is perhaps a mistake. A client
  /// may declare it later, so it is no failure.
  func warnings(of connection: GestureConnection) async throws(GestureClientError) -> [MessageLine] {
    guard
      [recognizer.isEmpty, region.isEmpty, device.isEmpty, kind.isEmpty, touchCount.isEmpty, state.isEmpty]
        .contains(false)
    else { return [] }
    let declarations = try await Declarations(of: connection, ofAllOwners: owners != nil)
    return declarations.warnings(for: LineRule(filter, idle: idleSpans)) { word in
      // `replacing` would bring in the engine of regular expressions.
      "--" + String(word.map { $0 == "_" ? "-" : $0 })
    }
  }
}
