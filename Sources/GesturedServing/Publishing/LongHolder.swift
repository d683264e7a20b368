/// A client's recognizer that has held touches back for long without failing (CUS-12).
package struct LongHolder: Hashable {
  /// The client's number.
  package let client: Int
  /// The recognizer's number.
  package let recognizer: Int
}
