import GestureCore

/// Places the contacts of a panel that only reports the box around two of them.
extension TouchFrameAssembler {
  /// Places the two contacts again, if there are two: a change of one corner moves both.
  mutating func layOutBox() {
    guard panel.isSemiMultitouch else { return }
    guard let (first, second) = pair else {
      leaveBox()
      return
    }
    let known: (place: Point, isFirst: Bool)? =
      switch (slots[first].contact, slots[second].contact) {
      case (.known, .landed): (slots[first].position, true)
      case (.landed, .known): (slots[second].position, false)
      default: nil
      }
    // A new contact makes a new direction.
    if slots[first].contact == .landed || slots[second].contact == .landed { box.clear() }
    box.update(reported(first), reported(second), known: known)
    slots[first].isChanged = true
    slots[second].isChanged = true
    includeChange(of: first)
    includeChange(of: second)
  }

  /// The placed position of a contact.
  @inline(__always)
  func place(of index: Int) -> Point {
    panel.isSemiMultitouch ? placeInBox(of: index) : panel.position(x: slots[index].x, y: slots[index].y)
  }

  private func placeInBox(of index: Int) -> Point {
    if let places = box.places, let (first, second) = pair {
      if index == first { return panel.inside(places.first) }
      if index == second { return panel.inside(places.second) }
    }
    return panel.inside(reported(index))
  }

  /// The reported position of a contact, moved by the offset that keeps it from leaping.
  private func reported(_ index: Int) -> Point {
    panel.position(x: slots[index].x, y: slots[index].y) + box.offset
  }

  /// Ends the box, since there are no longer two contacts: a remaining one continues from its placed position.
  private mutating func leaveBox() {
    var survivor: Int?
    var survivors = 0
    for index in slots.indices where slots[index].contact == .known {
      survivor = index
      survivors += 1
    }
    guard let survivor else {
      box.forget()
      return
    }
    guard box.places != nil, survivors == 1 else {
      box.clear()
      return
    }
    box.leave(
      at: slots[survivor].position,
      reported: panel.position(x: slots[survivor].x, y: slots[survivor].y))
  }

  /// The slots of the two contacts; nil where there are more or fewer.
  private var pair: (first: Int, second: Int)? {
    var found: (Int, Int?)?
    for index in slots.indices {
      switch slots[index].contact {
      case .none, .ignored, .silent, .above, .momentary: continue
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
