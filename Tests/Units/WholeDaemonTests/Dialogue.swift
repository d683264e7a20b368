import FoundationEssentials
import GestureTestSupport
import Testing

/// A dialogue of a page: the lines that a client sends and receives.
///
/// A block of JSON follows `<!-- example: dialogue SCRIPT | SCRIPT … -->`. Each touch script is played when an awaited
/// line has not come. The client sends the lines with a `command` and receives those with a `type`; `…` stands for any
/// received lines. After `dialogue raw` it uses the raw socket.
struct Dialogue: CustomTestStringConvertible, Sendable {
  /// Page and line, for messages.
  var place: String
  /// The text after the word `dialogue`.
  var role: Substring
  /// The sent and received lines, in order.
  var lines: [String]

  var testDescription: String { place }

  /// Whether the dialogue uses the raw socket.
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
