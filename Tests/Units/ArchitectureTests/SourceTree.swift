import GestureTestSupport
import Testing

/// The project's own sources, as text.
enum SourceTree {
  /// A Swift file of a room.
  struct File: Sendable, CustomTestStringConvertible {
    /// The room it is in.
    var target: String
    /// Its path from the project's top.
    var path: String
    /// Its lines.
    var lines: [String]
    var testDescription: String { path }
  }

  /// Every Swift file below Sources.
  static let files: [File] =
    ProjectFile.paths(below: ProjectFile.top + "/Sources", endingIn: ".swift").compactMap { path in
      guard let target = path.split(separator: "/").first else { return nil }
      let lines = ProjectFile.text("Sources/" + path).split(
        separator: "\n", omittingEmptySubsequences: false)
      return File(target: String(target), path: "Sources/" + path, lines: lines.map(String.init))
    }
}

extension SourceTree.File {
  /// The modules that the file imports.
  var imports: [String] {
    lines.compactMap { line in
      var words = line.split(separator: " ").map(String.init)[...]
      while let word = words.first, word.hasPrefix("@") || ["public", "package", "internal"].contains(word) {
        words = words.dropFirst()
      }
      guard words.first == "import" else { return nil }
      return words.last?.split(separator: ".").first.map(String.init)
    }
  }

  /// The lines of code without comments.
  var code: [String] {
    lines.filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
  }
}
