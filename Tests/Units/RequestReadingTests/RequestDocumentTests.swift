import FoundationEssentials
import GestureTestSupport
import RequestReading
import Testing

@testable import GestureProtocol

/// docs/requests.md and docs/protocol.schema.json contain everything that the decoder reads.
struct RequestDocumentTests {
  private let document: String
  private let linePage: String
  private let schema: Schema

  /// The parts of the schema that the tests read.
  private struct Schema: Decodable {
    struct Definition: Decodable {
      var properties: [String: Anything]?
    }
    /// A value that the tests ignore.
    struct Anything: Decodable {
      init(from decoder: any Decoder) {}
    }
    var definitions: [String: Definition]
    private enum CodingKeys: String, CodingKey {
      case definitions = "$defs"
    }
  }

  init() throws {
    document = ProjectFile.text("docs/requests.md")
    linePage = ProjectFile.text("docs/protocol.md")
    let data = try #require(ProjectFile.bytes("docs/protocol.schema.json"))
    schema = try JSONDecoder().decode(Schema.self, from: Data(data))
  }

  @Test("Each request of the document is one, but those that are shown with their error")
  func examples() throws {
    var isInside = false
    var commands = 0
    let lines = document.split(separator: "\n")
    for (position, line) in lines.enumerated() {
      if line.hasPrefix("```") { isInside = line == "```json" }
      guard isInside, line.contains(#""command":"#), !line.hasPrefix(#"{"type""#) else { continue }
      commands += 1
      let reply = position + 1 < lines.count ? lines[position + 1] : ""
      let isRefused = reply.contains(#""error":{"code":"unknown_field""#)
      do throws(RequestFailure) {
        _ = try RequestReader.read(Array(line.utf8)[...])
        #expect(!isRefused, "\(line)")
      } catch {
        #expect(isRefused, "\(line): \(error.error.message)")
        #expect(reply.contains(error.error.message), "\(error.error.message)")
      }
    }
    #expect(commands > 20)
  }

  @Test(
    "Each command has a chapter that names its fields, and a schema of them",
    arguments: CommandCatalog.types.indices)
  func commands(position: Int) throws {
    let command = CommandCatalog.types[position]
    let chapters = document.split(separator: "\n## ").dropFirst()
    let own = chapters.first { chapter in
      chapter.prefix { $0 != "\n" }.split { !$0.isLetter && $0 != "_" }.contains { $0 == command.name }
    }
    let text = own.map(String.init) ?? document
    for field in command.fields {
      let isNamed = text.contains("`\(field.name)`")
      #expect(isNamed, "\(command.name): \(field.name)")
    }
    let properties = try #require(schema.definitions["request_" + command.name]?.properties)
    #expect(Set(properties.keys) == Set(command.fields.map(\.name) + ["id", "command"]))
  }

  @Test("Each type of line has a schema, and the page of lines names it and each of its fields")
  func lines() throws {
    let words = LineType.allCases.map(\.rawValue) + ConnectionLineType.allCases.map(\.rawValue)
    for word in words {
      let properties = try #require(schema.definitions["line_" + word]?.properties, "\(word)")
      // The page of requests describes the fields of replies.
      for field in properties.keys where word != "reply" {
        #expect(linePage.contains("`\(field)`"), "\(word): \(field)")
      }
      #expect(linePage.contains("`\(word)`") || linePage.contains("## \(word)"), "\(word)")
    }
  }

  @Test("Each key of a filter is in the document and in the schema")
  func filters() throws {
    let names = FilterDescription.fields.map(\.name)
    for name in names {
      let isNamed = document.contains("\n| `\(name)` |")
      #expect(isNamed, "\(name)")
    }
    #expect(try Set(#require(schema.definitions["filter"]?.properties).keys) == Set(names))
  }

  @Test("The document has each code of an error, and none that there is not")
  func codes() throws {
    let table = try #require(document.split(separator: "| Code | Meaning |").last)
    var words: [String] = []
    for row in table.split(separator: "\n\n")[0].split(separator: "\n") where row.hasPrefix("| `") {
      let cell = row.split(separator: "|")[0].split(separator: "`")
      words += cell.map(String.init).filter { word in word.allSatisfy { $0 == "_" || $0.isLetter } }
    }
    #expect(Set(words) == Set(RequestError.Code.allCases.map(\.rawValue)))
  }
}
