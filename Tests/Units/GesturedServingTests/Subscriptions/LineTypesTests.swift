import GestureProtocol
import Testing

@testable import GesturedServing

@Suite("Sets of line types") struct LineTypesTests {
  @Test("Each type has a place of its own, and one more type would fit")
  func places() {
    #expect(LineType.allCases.count < LineTypes.capacity)
    #expect(Set(LineType.allCases.map(\.place)) == Set((0..<UInt16(LineType.allCases.count))))
    for type in LineType.allCases {
      let set = LineTypes([type])
      #expect(LineType.allCases.filter(set.contains) == [type])
    }
    #expect(LineType.allCases.allSatisfy(LineTypes(LineType.allCases).contains))
  }
}
