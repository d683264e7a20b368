/// The state of a panel's slots and of the contacts in them.
extension CloneFrames {
  /// A slot of the panel.
  struct PanelSlot {
    /// The contact that is the finger in the slot; -1 without one.
    var contact = -1
    /// Whether a finger is down, with its id.
    var isDown = false
    var id: Int32 = -1
    /// Rises with each landing.
    var landing = 0
    /// The contact that left the slot in the present report; -1 without one.
    var former = -1
  }

  /// A contact that the app knows or may come to know.
  struct Contact {
    /// The touch's id; 0 for none.
    var touch: UInt64 = 0
    /// The panel's slot; -1 once the finger has left it.
    var panelSlot = -1
    /// The clone's slot; -1 while the app does not know the contact.
    var cloneSlot = -1
    /// The slot that the core names for a finger that has come back, until the contact is bound to one; -1 without one.
    var returnsTo = -1

    var isUsed: Bool { touch != 0 }
  }

  // MARK: Fingers that come back

  /// Binds a finger that has come back to its new slot (FLT-44). Fingers that have landed in the same event have their slots by
  /// then, and one that moved and then lifted in it is forgotten.
  mutating func bindReturned(_ contact: Int) {
    let name = contacts[contact].returnsTo
    guard name >= 0 else { return }
    contacts[contact].returnsTo = -1
    if let slot = landedSlot(named: name) { bind(contact, to: slot) }
  }

  mutating func bind(_ contact: Int, to slot: Int) {
    panelSlots[slot].contact = contact
    contacts[contact].panelSlot = slot
  }

  /// The panel's slot of a finger that has no contact yet: the one that its note names.
  ///
  /// A filter that joins contacts keeps the name of a finger that comes back in another slot. The next finger in that slot has
  /// a name of its own, which says nothing about slots. Then the first finger that has landed in this frame counts, else the
  /// one that has landed last.
  func landedSlot(named name: Int) -> Int? {
    let isNamed = panelSlots.indices.contains(name) && isWithoutContact(name)
    guard joinsContacts, !(isNamed && panelSlots[name].landing > earlierLandings) else {
      return isNamed ? name : nil
    }
    var (first, last): (Int?, Int?) = (nil, nil)
    for slot in panelSlots.indices where isWithoutContact(slot) {
      let landing = panelSlots[slot].landing
      if landing > earlierLandings, first.map({ panelSlots[$0].landing > landing }) ?? true { first = slot }
      if last.map({ panelSlots[$0].landing < landing }) ?? true { last = slot }
    }
    return first ?? (isNamed ? name : last)
  }

  /// Whether a finger is down in a slot of the panel and has no contact.
  private func isWithoutContact(_ slot: Int) -> Bool {
    panelSlots[slot].isDown && panelSlots[slot].contact < 0
  }
}
