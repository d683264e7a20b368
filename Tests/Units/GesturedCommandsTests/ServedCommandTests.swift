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

  @Test("requests about the scene in which their client declares are these, and set for its own recognizers")
  func stage() {
    let types = CommandCatalog.types.compactMap { $0 as? any ServedCommand.Type }
    #expect(
      types.filter { $0.isAboutDeclarations }.map { $0.name } == ["focus", "perform", "answer", "state"])
  }
}
