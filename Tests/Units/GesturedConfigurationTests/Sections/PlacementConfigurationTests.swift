import GestureCore
import Testing
import TouchInput

@testable import GesturedConfiguration

/// The settings for the position of a panel under the picture.
@Suite struct PlacementConfigurationTests {
  @Test("DMN-11 a device's rotation and matrix are read; without them it lies as it reports")
  func placement() throws {
    let text = """
      [device.a]
      name = "A*"
      rotation_deg = 270
      calibration_matrix = [1, 2, 3, 4, 5.5, 6]
      [device.b]
      name = "B*"
      """
    let configuration = try #require(check(text).configuration)
    // udev orders a matrix row by row; this project orders it column by column.
    let turned = try #require(configuration.settings(named: "A panel"))
    #expect(turned.calibration == AffineTransform(1, 4, 2, 5.5, 3, 6))
    #expect(turned.rotation == .threeQuarters)
    let other = try #require(configuration.settings(named: "B panel"))
    #expect(other.calibration == nil && other.rotation == nil)
  }

  @Test("TCH-39 the ranges of a device's axes are read; without them the device is believed")
  func ranges() throws {
    let text = "[device.a]\nname = \"A*\"\nx_range = [-7, 4800]\n[device.b]\nname = \"B*\"\n"
    let configuration = try #require(check(text).configuration)
    #expect(configuration.settings(named: "A panel")?.ranges == StatedRanges(x: -7...4800))
    #expect(configuration.settings(named: "B panel")?.ranges == StatedRanges())
  }

  @Test(
    "a rotation that is none of the four, and a matrix that nothing comes out of, are mistakes",
    arguments: [
      "rotation_deg = 45", "rotation_deg = \"90\"", "calibration_matrix = [1, 0, 0]",
      "calibration_matrix = [1, 0, 0, 1, 0, 0]", "calibration_matrix = [1, 0, 0, 0, 1e9, 0]",
      "x_range = [9, 9]", "y_range = [1.5, 9]", "x_range = [0, 16777216]", "y_range = [0, 1e99]",
    ])
  func mistakes(_ line: String) {
    let result = check("[device.a]\nname = \"A\"\n\(line)")
    #expect(result.configuration == nil)
    #expect(result.mistakes.count == 1)
    #expect(result.mistakes.allSatisfy { $0.hasPrefix("f.toml:3:") })
  }
}
