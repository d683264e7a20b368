import FoundationEssentials
import GestureTestSupport
import Testing

/// A dialogue of a page: what a client says, and what it hears.
///
/// A block of JSON behind `<!-- example: dialogue SCRIPT | SCRIPT … -->`, where each touch script is played when a line
/// is waited for that has not come. The client says the lines with a `command` and hears those with a `type`; `…` stands
/// for any that it hears. Behind `dialogue raw` it does so on the raw socket.
struct Dialogue: CustomTestStringConvertible, Sendable {
  /// Page and line, for messages.
  var place: String
  /// What follows the word `dialogue`.
  var role: Substring
  /// What is said and heard, in order.
  var lines: [String]

  var testDescription: String { place }

  /// Whether it is held on the raw socket.
  var isRaw: Bool { role.contains("raw ") }

  /// The touch scripts, in order.
  var scripts: [String] {
    role.replacing("raw ", with: "").split(separator: "|").map(String.init).filter { $0.contains("@") }
  }

  /// The dialogues of a page.
  static func all(in page: String) -> [Dialogue] {
    let text = ProjectFile.text(page)
    var dialogues: [Dialogue] = []
    var open: Dialogue?
    var isInside = false
    for (position, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("<!-- example: dialogue"), line.hasSuffix(" -->") {
        let role = line.dropFirst("<!-- example: dialogue".count).dropLast("-->".count)
        open = Dialogue(place: "\(page):\(position + 1)", role: role, lines: [])
      } else if line.hasPrefix("```") {
        if isInside, let dialogue = open {
          dialogues.append(dialogue)
          open = nil
        }
        isInside.toggle()
      } else if isInside {
        open?.lines.append(String(line))
      }
    }
    return dialogues
  }
}
