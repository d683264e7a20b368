import Testing

@testable import GesturedDaemon

@Suite struct SpareMemoryTests {
  @Test("memory is given back after the first subscriber, and not after each")
  func firstSubscriber() {
    var memory = SpareMemory()
    #expect(!memory.isDue)
    memory.countSubscriber()
    #expect(memory.isDue)
    memory.release()
    #expect(!memory.isDue)
    memory.countSubscriber()
    #expect(!memory.isDue)
  }
}
