import GestureCore

/// Where the contacts of a panel are that only tells the box around two of them.
extension TouchFrameAssembler {
  /// Lays the two contacts out anew, if there are two: what changes one corner moves both.
  mutating func layOutBox() {
    guard panel.isSemiMultitouch else { return }
    guard let (first, second) = pair else {
      box.clear()
      return
    }
    let known: (place: Point, isFirst: Bool)? =
      switch (slots[first].contact, slots[second].contact) {
      case (.known, .landed): (slots[first].position, true)
      case (.landed, .known): (slots[second].position, false)
      default: nil
      }
    box.take(
      panel.position(x: slots[first].x, y: slots[first].y),
      panel.position(x: slots[second].x, y: slots[second].y), known: known)
    slots[first].isChanged = true
    slots[second].isChanged = true
    noteChange(of: first)
    noteChange(of: second)
  }

  /// Where a contact is told to be.
  func place(of index: Int) -> Point {
    if let places = box.places, let (first, second) = pair {
      if index == first { return panel.inside(places.first) }
      if index == second { return panel.inside(places.second) }
    }
    return panel.position(x: slots[index].x, y: slots[index].y)
  }

  /// The slots of the two contacts; nil where there are more or fewer.
  private var pair: (first: Int, second: Int)? {
    var found: (Int, Int?)?
    for index in slots.indices {
      switch slots[index].contact {
      case .none, .ignored, .passing: continue
      case .landed, .known: break
      }
      switch found {
      case nil: found = (index, nil)
      case (let first, nil)?: found = (first, index)
      case (_, _?)?: return nil
      }
    }
    guard case (let first, let second?)? = found else { return nil }
    return (first, second)
  }
}
