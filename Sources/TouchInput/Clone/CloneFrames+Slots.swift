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
    var touch: UInt64 = 0
    var isUsed = false
    /// The panel's slot; -1 once the finger has left it.
    var panelSlot = -1
    /// The clone's slot; -1 while the app does not know the contact.
    var cloneSlot = -1
  }
}
