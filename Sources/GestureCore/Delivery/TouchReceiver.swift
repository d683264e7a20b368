/// The numbers of the receivers of touches: a region, by its number, or the controller or application that comes right
/// after a region in the responder chain (RES-1).
enum TouchReceiver {
  /// The bit that stands for the responder after a region; more than any number of regions.
  private static let behind = 1 << 24

  /// The number of the responder after a region.
  static func responder(after region: Int) -> Int { region | behind }

  /// Whether a receiver is no region.
  @inline(__always)
  static func isResponder(_ receiver: Int) -> Bool { receiver & behind != 0 }

  /// The number of the receiver's region, or of the region before it in the chain.
  @inline(__always)
  static func region(of receiver: Int) -> Int { receiver & ~behind }
}
