import GestureCore
import GestureTestSupport
import Testing

@Suite("Recognizer set")
struct RecognizerSetTests {
  @Test("a declaration for several finger counts becomes an instance each, in order")
  func instances() throws {
    let set = try RecognizerSet([
      .make(TapRecognizer.self, "tap", touches: [1, 2]), .make(PanRecognizer.self, "pan", touches: [3]),
    ])
    #expect(set.instances.map(\.name) == ["tap", "tap", "pan"])
    #expect(set.instances.map(\.numberOfTouches) == [1, 2, 3])
  }

  @Test("a relation between families joins the instances of the same count, else all of them")
  func families() throws {
    let set = try RecognizerSet([
      .make(TapRecognizer.self, "tap", touches: [1, 2, 3], requires: ["double"]),
      .make(TapRecognizer.self, "double", touches: [1, 2]),
    ])
    #expect(set.instances.prefix(3).map(\.requireToFail) == [[3], [4], [3, 4]])
  }

  @Test("ARB-9 simultaneity is told to both, whoever said it")
  func simultaneity() throws {
    let set = try RecognizerSet([.pan("one"), .swipe("two", simultaneous: ["one"]), .tap()])
    #expect(set.instances.map(\.simultaneousWith) == [[1], [0], []])
  }

  static let mistakes: [([RecognizerDeclaration], DeclarationError)] = [
    (
      [.tap(requires: ["tapp"])],
      .unknownReference(declaration: "tap", key: "require_to_fail", reference: "tapp")
    ),
    (
      [.tap(simultaneous: ["kind:pinsh"])],
      .unknownReference(declaration: "tap", key: "simultaneous_with", reference: "kind:pinsh")
    ),
    (
      [.tap("a", requires: ["b"]), .tap("b", requires: ["a"])],
      .cycle(declaration: "a", key: "require_to_fail", path: ["a", "b", "a"])
    ),
    ([.tap("a", requires: ["a"])], .cycle(declaration: "a", key: "require_to_fail", path: ["a", "a"])),
    (
      [.tap("a", requires: ["b"], passive: true), .tap("b")],
      .passiveRelation(declaration: "a", key: "require_to_fail", reference: "b")
    ),
    (
      [.tap("a", requires: ["b"]), .tap("b", passive: true)],
      .passiveRelation(declaration: "a", key: "require_to_fail", reference: "b")
    ),
    (
      [
        RecognizerDeclaration(
          name: "x", kind: GestureKind("wave"), options: OptionTable(defaultsOf: []))
      ], .unknownKind(declaration: "x", kind: "wave")
    ),
  ]

  @Test("ARB-40, ARB-41 what makes no sense is refused with the declaration to blame", arguments: mistakes)
  func refused(declarations: [RecognizerDeclaration], error: DeclarationError) {
    #expect(throws: error) { try RecognizerSet(declarations) }
  }

  @Test("EDG-10 a ladder of requirements is walked once a rung, however many ways lead down it")
  func ladder() throws {
    let names = (0..<64).map { "tap\($0)" }
    let ladder = names.indices.map { RecognizerDeclaration.tap(names[$0], requires: Array(names[..<$0])) }
    let edge = RecognizerDeclaration.edgePan(["left"], [:])
    var waiting = edge
    waiting.requireToFail = ["tap63"]
    let set = try RecognizerSet(ladder + [waiting, .pan()])
    #expect(set.instances.last?.requireToFail == [64])
  }
}
