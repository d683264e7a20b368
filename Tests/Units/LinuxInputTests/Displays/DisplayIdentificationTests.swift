import GestureCore
import Testing

@testable import LinuxInput

/// The size that a display claims.
@Suite struct DisplayIdentificationTests {
  @Test("the millimetres of the preferred timing count, which the centimetres round")
  func exact() {
    #expect(
      DisplayIdentification(EDIDBlock(centimetres: (34, 19), millimetres: (344, 194)).bytes).size
        == Size(344, 194))
    #expect(
      DisplayIdentification(EDIDBlock(centimetres: (0, 0), millimetres: (344, 194)).bytes).size
        == Size(344, 194))
    // The largest size is 4095 mm, which uses the high bits of both numbers.
    #expect(
      DisplayIdentification(EDIDBlock(centimetres: (121, 68), millimetres: (1210, 680)).bytes).size
        == Size(1210, 680))
  }

  @Test("without a timing, or with one that says something else, the centimetres count")
  func whole() {
    #expect(
      DisplayIdentification(EDIDBlock(centimetres: (34, 19), millimetres: nil).bytes).size == Size(340, 190))
    #expect(
      DisplayIdentification(EDIDBlock(centimetres: (34, 19), millimetres: (34, 19)).bytes).size
        == Size(340, 190))
    #expect(
      DisplayIdentification(EDIDBlock(centimetres: (34, 19), millimetres: (0, 0)).bytes).size
        == Size(340, 190))
  }

  @Test(
    "a size that cannot be, or is only an aspect, is none",
    arguments: [
      ((0, 0), (0, 0)), ((160, 90), (1600, 900)), ((16, 9), (160, 90)), ((16, 10), (160, 100)),
      ((79, 0), (0, 0)), ((0, 0), (16, 9)), ((0, 0), (3001, 1000)), ((0, 0), (1000, 9)),
    ])
  func none(_ centimetres: (Int, Int), _ millimetres: (Int, Int)) {
    let block = EDIDBlock(
      centimetres: (UInt8(centimetres.0), UInt8(centimetres.1)), millimetres: millimetres)
    #expect(DisplayIdentification(block.bytes).size == nil)
  }

  @Test("a block that is torn, or is none, says nothing; what follows it does not matter")
  func broken() {
    let good = EDIDBlock(centimetres: (34, 19), millimetres: (344, 194)).bytes
    #expect(DisplayIdentification([]).size == nil)
    #expect(DisplayIdentification(Array(good.prefix(127))).size == nil)
    for position in good.indices {
      var torn = good
      torn[position] ^= 0x40
      #expect(DisplayIdentification(torn).size == nil)
    }
    #expect(DisplayIdentification([UInt8](repeating: 0, count: 128)).size == nil)
    #expect(DisplayIdentification(good + [UInt8](repeating: 0xff, count: 128)).size == Size(344, 194))
  }
}
