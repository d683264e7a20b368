/// The receivers of an event that no finger caused, from its beginning to its end (MOT-15).
package struct FamilyReceivers: Hashable {
  /// A responder that takes the event, with the clients that listen there.
  struct Taker: Hashable {
    var responder: ResponderPath.Stop
    /// The clients' numbers. A client without the right `scene` among them hears the event and takes nothing (H8).
    var clients: [Int]
  }

  /// The responders that take the event, innermost first: more than one where all clients of the first forward it
  /// (RSP-2). Empty where none takes it.
  var takers: [Taker] = []
  /// The clients that receive the event outside of the chain: the holders of audio sessions, and the clients without the
  /// right `scene` where no responder takes it.
  var others: [Int] = []
  /// The clients that only watch: they subscribe without a region (MULTI-16).
  var observers: [Int] = []

  /// Whether a responder takes it (PRS-8).
  var isTaken: Bool { !takers.isEmpty }

  /// All clients that receive the event and do not only watch.
  var clients: [Int] { takers.flatMap(\.clients) + others }
}
