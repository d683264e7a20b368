import GestureCore

extension SceneRegions {
  /// Lays regions out on a screen. A client's region that does not fit is left out, and the others stay.
  ///
  /// - Parameters:
  ///   - owner: the client whose regions must all fit, because it asked; nil where no client asked.
  ///   - layOut: lays declarations out.
  /// - Throws: why a region of that owner or of the configuration does not fit.
  package func layout(
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
        // The regions in it are left out too.
        declarations.remove(at: position)
      }
    }
  }
}

extension RegionError {
  /// The region that does not fit on a screen; nil where the error is about a request.
  fileprivate var region: String? {
    switch self {
    case .unusableNumber(let name), .tooDeep(let name): name
    case .unknownRegion, .nameTaken, .notOwner, .parentTakesNoForeignChildren, .cycle, .windowHasRoot, .fixed,
      .notSiblings:
      nil
    }
  }
}
