/// Who is told of something that no finger did: chosen where it begins, and the same until it ends (MOT-15).
struct FamilyReceivers: Hashable {
  /// The clients that take it, by their numbers; empty where it climbed past everybody.
  var clients: [Int] = []
  /// Those that only watch: they subscribe without a region (MULTI-16).
  var observers: [Int] = []
  /// The region that takes it; nil for nobody's.
  var region: ResponderPath.Stop?

  /// Whether a responder takes it (PRS-8). A client without the right `scene` hears it and takes nothing (H8).
  var isTaken: Bool { region != nil }
}
