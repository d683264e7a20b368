import GestureClient
import GestureProtocol

/// A line as variables of a command's environment.
///
/// Every field with a text, a number or a flag becomes `GESTURE_` and its name in capitals: `GESTURE_KIND`,
/// `GESTURE_STATE`, `GESTURE_TOUCH_COUNT`. A pair of numbers becomes two variables: `GESTURE_TRANSLATION_X`,
/// `GESTURE_TRANSLATION_Y`. The place is also in `GESTURE_X` and `GESTURE_Y`.
enum GestureVariables {
  /// The variables of a line, by name.
  static func of(_ line: GestureLine) -> [String: String] {
    guard let fields = try? line.decode(as: [String: JSONValue].self) else { return [:] }
    var variables: [String: String] = [:]
    for (field, value) in fields {
      guard let name = variable(field) else { continue }
      switch value {
      case .list(let elements) where elements.count == 2:
        guard let x = text(elements[0]), let y = text(elements[1]) else { continue }
        variables[name + "_X"] = x
        variables[name + "_Y"] = y
        if field == "location" {
          variables["GESTURE_X"] = x
          variables["GESTURE_Y"] = y
        }
      default:
        if let text = text(value) { variables[name] = text }
      }
    }
    return variables
  }

  /// The variable's name; nil for a name with unusual characters. The check does not trust the daemon's names.
  private static func variable(_ field: String) -> String? {
    guard field.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f })
    else {
      return nil
    }
    return "GESTURE_" + field.uppercased()
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    // An environment cannot hold a NUL.
    case .text(let text): text.utf8.contains(0) ? nil : text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .flag(let flag): flag ? "1" : "0"
    case .null, .list, .object: nil
    }
  }
}
