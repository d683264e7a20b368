import GestureTestSupport
import Testing

/// A page of the project in Markdown: its fenced blocks, headings and links.
struct Document: Sendable, CustomTestStringConvertible {
  /// A fenced block.
  struct Block: Sendable, CustomTestStringConvertible {
    /// The path of the page.
    var page: String
    /// Page and line, for messages.
    var place: String
    /// The word after the fence: `sh`, `json`, `toml` …
    var language: String
    /// The text of the comment `<!-- example: … -->` right before the block; nil without one.
    var role: String?
    /// The heading above the block.
    var heading: String
    /// The lines between the fences, each with its newline.
    var text: String

    var testDescription: String { place }

    /// The name of the file that the reader writes the block into, from the roles `file NAME` and `drop-in NAME`.
    var fileName: String? {
      let words = (role ?? "").split(separator: " ")
      guard words.count == 2, ["file", "drop-in"].contains(words[0]) else { return nil }
      return String(words[1])
    }

    /// Whether the block is a file over the shipped configuration, from the roles `drop-in` and `drop-in NAME`.
    var isDropIn: Bool { role?.split(separator: " ").first == "drop-in" }
  }

  /// The path from the top of the project.
  let path: String
  let lines: [String]
  /// The blocks, in order.
  let blocks: [Block]

  /// Reads a page. A missing page is empty, so tests that look for its contents fail.
  init(_ path: String) {
    self.path = path
    lines = ProjectFile.text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    blocks = Self.blocks(of: lines, in: path)
  }

  var testDescription: String { path }

  /// The lines outside of blocks.
  var prose: [String] {
    var isInside = false
    return lines.filter { line in
      let isFence = line.hasPrefix("```")
      if isFence { isInside.toggle() }
      return !isFence && !isInside
    }
  }

  /// The words between backticks outside of blocks.
  var quotedWords: [String] {
    prose.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }

  /// The lines of the section with an anchor, up to the next heading that is not below its own; nil without one.
  func section(_ anchor: String) -> String? {
    var found: [String]?
    var level = 0
    var isInside = false
    for line in lines {
      if line.hasPrefix("```") { isInside.toggle() }
      if line.hasPrefix("#"), !isInside {
        let depth = line.prefix { $0 == "#" }.count
        if found != nil, depth <= level { break }
        if found == nil, Self.anchor(of: line) == anchor { (found, level) = ([], depth) }
      }
      found?.append(line)
    }
    return found?.joined(separator: "\n")
  }

  /// The anchor that Markdown viewers make of a heading: lower case, with hyphens for spaces, without other signs.
  private static func anchor(of heading: String) -> String {
    let title = heading.drop { $0 == "#" || $0 == " " }
    return title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(
      " ", with: "-")
  }

  private static func blocks(of lines: [String], in path: String) -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    var role: String?
    var heading = ""
    for (position, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(
            page: path, place: "\(path):\(position + 1)", language: String(line.dropFirst(3)), role: role,
            heading: heading, text: "")
        }
        role = nil
      } else if open != nil {
        open?.text += line + "\n"
      } else if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" || $0 == " " })
      } else if line.hasPrefix("<!-- example: "), line.hasSuffix(" -->") {
        role = String(line.dropFirst("<!-- example: ".count).dropLast(" -->".count))
      }
    }
    return blocks
  }
}

extension Document {
  /// The pages for readers.
  static let all = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/comparison.md",
    "docs/configuration.md",
    "docs/filter.md", "docs/hardware.md", "docs/install.md", "docs/kiosk.md", "docs/other-events.md",
    "docs/performance.md",
    "docs/protocol.md",
    "docs/recipes.md", "docs/recognizers.md", "docs/requests.md", "docs/security.md", "docs/start.md",
    "docs/tablet.md", "docs/troubleshooting.md", "docs/uikit.md",
  ].map { Document($0) }

  static let readme = Document("README.md")
  static let contributing = Document("CONTRIBUTING.md")
  static let recipes = Document("docs/recipes.md")
  static let recognizers = Document("docs/recognizers.md")
  static let start = Document("docs/start.md")
  static let install = Document("docs/install.md")
  static let kiosk = Document("docs/kiosk.md")
  static let tablet = Document("docs/tablet.md")
  static let troubleshooting = Document("docs/troubleshooting.md")
}
