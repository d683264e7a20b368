/// A pattern for texts that tell devices apart: `*` stands for any text, `?` for any one Unicode scalar, and every
/// other scalar for itself.
public struct TextPattern: Hashable, Sendable {
  /// The pattern as written.
  public let text: String
  private let scalars: [Unicode.Scalar]

  public init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  /// Whether the pattern fits the whole text.
  ///
  /// When a scalar does not fit, only the last `*` is extended: extending an earlier one cannot help. The time is
  /// therefore at most the product of the lengths, whatever the pattern.
  public func matches(_ name: String) -> Bool {
    let name = Array(name.unicodeScalars)
    var position = 0
    var next = 0
    var lastStar: (next: Int, position: Int)?
    while position < name.count {
      if next < scalars.count, scalars[next] == "*" {
        next += 1
        lastStar = (next, position)
      } else if next < scalars.count, scalars[next] == "?" || scalars[next] == name[position] {
        next += 1
        position += 1
      } else if let star = lastStar {
        next = star.next
        position = star.position + 1
        lastStar = (next, position)
      } else {
        return false
      }
    }
    return scalars[next...].allSatisfy { $0 == "*" }
  }
}
