import FoundationEssentials

/// A line of `--dump --format json`, read by a library from outside of this project. The fields are the wire's, in
/// camel case. Missing fields are nil.
struct ReplayLine: Decodable {
  /// A touch of a touches line.
  struct Touch: Decodable {
    var id: Int
    var location: [Double]
  }

  var type: String
  var seq: Int
  var time: Double
  var device: Int
  var sequence: Int?
  var state: String?
  var phase: String?
  var gestureId: Int?
  var recognizer: String?
  var kind: String?
  var touchCount: Int?
  var direction: String?
  var location: [Double]?
  var translation: [Double]?
  var velocity: [Double]?
  var start: [Double]?
  var duration: Double?
  var taps: Int?
  var touches: [Touch]?
  var reason: String?

  /// The deciding number, its comparison with the limit, and the limit: `7.4 mm > 7.0313 mm`.
  var measure: (value: Double, comparison: Substring, limit: Double)? {
    let words = reason?.drop { $0 != "(" }.dropFirst().dropLast().split { $0 == " " || $0 == "°" } ?? []
    guard let position = words.firstIndex(where: { ["<", ">", ">="].contains($0) }),
      let value = words.first.flatMap({ Double($0) }), let limit = Double(words[position + 1])
    else { return nil }
    return (value, words[position], limit)
  }

  /// Whether the line recognizes a gesture, and does not continue, end or cancel one.
  var isRecognition: Bool {
    guard type == "gesture", let kind else { return false }
    return state == (["tap", "swipe"].contains(kind) ? "ended" : "began")
  }
}
