import GestureCore

extension SceneRegions {
  /// Lays regions out on a screen, without those of clients that it cannot have: what one of them declares takes nothing
  /// away from the others.
  ///
  /// - Parameters:
  ///   - owner: whose regions are all to lie on the screen, since it asks for that; nil for nobody's.
  ///   - layOut: lays declarations out.
  /// - Throws: what the screen cannot have of that owner's, or of the configuration's.
  func layout(
    for owner: Int? = nil, _ layOut: ([RegionDeclaration]) throws(RegionError) -> RegionLayout
  ) throws(RegionError) -> RegionLayout {
    var declarations = declarations
    while true {
      do throws(RegionError) {
        return try layOut(declarations)
      } catch {
        guard let name = error.region,
          let position = declarations.firstIndex(where: { $0.region.name == name }),
          declarations[position].owner != RegionTree.configuration, declarations[position].owner != owner
        else { throw error }
        // What lies in it goes with it.
        declarations.remove(at: position)
      }
    }
  }
}

extension RegionError {
  /// The region that a screen cannot have; nil where it is about a request.
  fileprivate var region: String? {
    switch self {
    case .unusableNumber(let name), .tooDeep(let name): name
    case .unknownRegion, .nameTaken, .notOwner, .parentTakesNoForeignChildren, .cycle, .windowHasRoot, .fixed,
      .notSiblings:
      nil
    }
  }
}
