/// A client's recognizer that has held touches back for long without failing (CUS-12).
struct LongHolder: Hashable {
  /// The client's number.
  let client: Int
  /// The recognizer's number.
  let recognizer: Int
}
