import Testing

@testable import GesturedServing

@Suite("Numbers of questions and offers") struct ToldNumbersTests {
  @Test("Each has the next number for the client, whatever the daemon calls it")
  func counts() {
    var numbers = ToldNumbers(capacity: 4)
    #expect(numbers.meaning(of: 0) == .unknown && numbers.meaning(of: 1) == .unknown)
    #expect([7, 9, 100].map { numbers.tell($0) } == [1, 2, 3])
    #expect(
      (0...4).map { numbers.meaning(of: $0) } == [.unknown, .number(7), .number(9), .number(100), .unknown])
    #expect([7, 8, 100].map { numbers.told($0) } == [1, nil, 3])
    #expect(numbers.meaning(of: .max) == .unknown)
  }

  @Test("Those that are long past are known to be past")
  func forgets() {
    var numbers = ToldNumbers(capacity: 4)
    for number in 1...10 { #expect(numbers.tell(UInt64(number) * 10) == UInt64(number)) }
    #expect(
      (5...11).map { numbers.meaning(of: $0) } == [
        .past, .past, .number(70), .number(80), .number(90), .number(100), .unknown,
      ])
    #expect(numbers.told(60) == nil && numbers.told(70) == 7 && numbers.told(100) == 10)
  }
}
