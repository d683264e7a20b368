import GestureCore
import GestureTestSupport
import Testing

@Suite("Touch down")
struct TouchDownRecognizerTests {
  private func play(_ script: String) throws -> [String] {
    let declaration = RecognizerDeclaration.make(TouchDownRecognizer.self, "down", touches: [2])
    return try GestureRig([declaration], catalog: [TouchDownRecognizer.self]).play(script)
  }

  @Test("TCD-1 it is recognized when the last finger lands")
  func recognized() throws {
    #expect(try play("A↓100,100@0 B↓200,100@80") == ["down:ended@80"])
  }

  @Test("TCD-2 it fails by its timer when the last finger is late")
  func late() throws {
    #expect(try play("A↓100,100@0 ⏲500") == ["down:failed@150"])
  }

  @Test("TCD-3 it fails when a finger lifts before all are down")
  func lifted() throws {
    #expect(try play("A↓100,100@0 A↑@50") == ["down:failed@50"])
  }
}
