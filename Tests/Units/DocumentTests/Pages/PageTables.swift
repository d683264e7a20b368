import GestureCore
import GestureProtocol

/// Tables of the pages about the wire.
enum PageTables {
  /// The kinds of gestures and the values in their lines.
  static let kinds: String = {
    var lines = ["| Kind | States | Field | Value | Meaning |", "|---|---|---|---|---|"]
    for type in RecognizerCatalog.clientTypes where type.isReported {
      let states = type.isDiscrete ? "`ended`" : "all four"
      var heads = ["| `\(type.kind.name)` | \(states) |"]
      for field in type.fields {
        lines.append(
          "\(heads.popLast() ?? "| | |") `\(field.name)` | \(value(of: field)) | \(field.summary) |")
      }
      if type == CustomRecognizer.self {
        lines.append(
          "\(heads.popLast() ?? "| | |") `values` | an object | The values that the recognizer's client sent with "
            + "[`state`](requests.md#recognizers-that-run-in-the-client). |")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }()

  private static func value(of field: GestureField) -> String {
    let value =
      switch field.measure {
      case .count: "a whole number"
      case .word(let words): words.map { "`\($0)`" }.joined(separator: ", ")
      case .point, .displacement: "[x, y]"
      case .velocity: "[x, y] a second"
      case .span: "seconds"
      case .ratio: "a number"
      case .ratioVelocity: "a number a second"
      case .angle: "radians"
      case .angularVelocity: "radians a second"
      case .matrix: "[a, b, c, d, tx, ty]"
      }
    guard let range = field.range, case .ratio = field.measure else { return value }
    return "\(value) from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
  }

  /// The types of lines that filters may name.
  static let lineTypes: String = {
    var lines = [
      "| Type | The line | Sent where no `type` is named | Keys that it may fit |",
      "|---|---|---|---|",
    ]
    for type in LineType.allCases {
      let declaration = type.declaration
      let keys: [(LineType.Subjects, [String])] = [
        (.recognizer, ["kind", "recognizer", "touch_count"]), (.state, ["state"]), (.region, ["region"]),
        (.device, ["device"]),
      ]
      let own = keys.filter { declaration.subjects.contains($0.0) }.flatMap(\.1).map { ", `\($0)`" }
      lines.append(
        "| `\(type.rawValue)` | \(declaration.summary) | \(declaration.isUsual ? "yes" : "no") | `type`\(own.joined()) |"
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }()
}
