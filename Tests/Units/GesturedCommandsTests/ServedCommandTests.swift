import GestureProtocol
import Testing

@testable import GesturedCommands

/// The declared requests, and their handlers.
@Suite struct ServedCommandTests {
  @Test("each request that is declared has a handler")
  func handlers() {
    for type in CommandCatalog.types {
      #expect(type is any ServedCommand.Type, "\(type.name)")
    }
  }

  @Test("requests about what their client has declared are these")
  func stage() {
    let types = CommandCatalog.types.compactMap { $0 as? any ServedCommand.Type }
    #expect(types.filter { $0.isAboutStage }.map { $0.name } == ["set", "focus", "perform", "answer", "state"])
  }
}
