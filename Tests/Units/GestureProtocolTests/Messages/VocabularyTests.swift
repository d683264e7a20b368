import GestureCore
import Testing

@testable import GestureProtocol

struct VocabularyTests {
  @Test("A recognizer set is labelled instance by instance, as its catalog tells")
  func labels() throws {
    let declarations = RecognizerCatalog.types.map {
      RecognizerDeclaration(
        name: "my " + $0.kind.name, kind: $0.kind, numbersOfTouches: [1, 2],
        options: OptionTable(defaultsOf: $0.options))
    }
    let vocabulary = Vocabulary(try RecognizerSet(declarations))
    let expected = RecognizerCatalog.types.flatMap { type in
      [1, 2].map {
        RecognizerLabel(
          name: "my " + type.kind.name, kind: type.kind.name, fields: type.fields, numberOfTouches: $0)
      }
    }
    #expect(vocabulary == Vocabulary(recognizers: expected, regions: ["root"]))
  }
}
