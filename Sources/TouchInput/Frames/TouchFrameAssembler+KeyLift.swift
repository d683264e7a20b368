import GestureCore

/// Decides on a lift by BTN_TOUCH when BTN_TOUCH comes back (D16).
extension TouchFrameAssembler {
  /// A contact that is farther from its place in mm has landed there, rather than moved while BTN_TOUCH was up.
  private static var leap: Double { 5 }

  /// The news of the contacts in the present report.
  var landing: KeyLift.Landing {
    guard changedFrom <= changedTo else { return .none }
    var landing = KeyLift.Landing.none
    for slot in changedFrom...changedTo where slots[slot].isChanged {
      switch slots[slot].contact {
      case .landed where slots[slot].departure == .cancelled: return .otherID
      case .momentary where slots[slot].departure == .cancelled: return .otherID
      case .landed, .momentary: landing = .newID
      case .known where landing == .none && isFarFromPlace(slot): landing = .leap
      case .none, .ignored, .silent, .above, .known: break
      }
    }
    return landing
  }

  /// Whether a contact is far from where the core knows it.
  func isFarFromPlace(_ slot: Int) -> Bool {
    guard isPlacedBySlot else { return false }
    return (panel.position(x: slots[slot].x, y: slots[slot].y) - slots[slot].position).length > Self.leap
  }

  /// Whether the present report lands or moves a finger.
  var movesContacts: Bool {
    guard changedFrom <= changedTo else { return false }
    for slot in changedFrom...changedTo where slots[slot].isChanged {
      switch slots[slot].contact {
      case .landed, .momentary, .known: return true
      case .above where slots[slot].departure == nil && !isAboveGlass(slot): return true
      case .none, .ignored, .silent, .above: break
      }
    }
    return false
  }

  /// Whether the present report has more than fingers that stay above the glass.
  var changesContacts: Bool {
    guard changedFrom <= changedTo else { return false }
    return (changedFrom...changedTo).contains {
      slots[$0].isChanged && (slots[$0].contact != .above || slots[$0].departure != nil || !isAboveGlass($0))
    }
  }

  /// Whether the values of a slot are those of a finger above the glass.
  func isAboveGlass(_ slot: Int) -> Bool { slots[slot].isAbove || isWeightless(slot) }

  /// Lifts the contacts that were down at BTN_TOUCH 0, at that time. Those that the present report changes land in it.
  mutating func liftLate(at stamp: Instant) {
    lateLift = clock.taking(stamp, isTouched: isTouched).latest
    for slot in slots.indices {
      // A contact that has lifted continues in no other slot.
      slots[slot].formerID = -1
      if slots[slot].departure != nil { slots[slot].departure = .ended }
      guard slots[slot].contact == .known else { continue }
      let isBack = slots[slot].isChanged
      slots[slot].rise()
      if isBack { slots[slot].contact = .landed }
      includeChange(of: slot)
    }
  }
}
