/// The receivers of an event that no finger caused, from its beginning to its end (MOT-15).
package struct FamilyReceivers: Hashable {
  /// The clients that take the event, by their numbers; empty where no responder took it.
  var clients: [Int] = []
  /// The clients that only watch: they subscribe without a region (MULTI-16).
  var observers: [Int] = []
  /// The responder that takes the event; nil where none does.
  var responder: ResponderPath.Stop?

  /// Whether a responder takes it (PRS-8). A client without the right `scene` hears it and takes nothing (H8).
  var isTaken: Bool { responder != nil }
}
