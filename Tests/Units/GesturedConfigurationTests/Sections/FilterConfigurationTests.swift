import GestureCore
import Testing

@testable import GesturedConfiguration

/// The settings for jitter, palms, pens and zones.
@Suite struct FilterConfigurationTests {
  private static let frame =
    "allowed: [x, y, width, height], each a number from 0 to 5000 mm or a share of the screen as \"25%\""

  @Test("a device's filters are off unless they are named, and then have what is said")
  func device() throws {
    let text = """
      [device.a]
      name = "A*"
      trust_pressure = true
      touchpad = true
      reject_left_mm = 1
      reject_right_mm = 2
      reject_top_mm = 3
      reject_bottom_mm = 4
      palm_radius_mm = 5
      skip_samples = 6
      smoothing_hz = 7
      smoothing_beta = 8
      smoothing_speed_hz = 9
      minimum_movement_mm = 10
      """
    let configuration = try #require(check(text).configuration)
    let filters = configuration.filters(named: "A panel")
    #expect([filters.leftEdge, filters.rightEdge, filters.topEdge, filters.bottomEdge] == [1, 2, 3, 4])
    #expect(filters.palmRadius == 5)
    #expect(filters.skippedSamples == 6)
    #expect([filters.smoothingCutoff, filters.smoothingBeta, filters.smoothingSpeedCutoff] == [7, 8, 9])
    #expect(filters.minimumMovement == 10)
    #expect(configuration.settings(named: "A panel")?.trustsPressure == true)
    #expect(configuration.settings(named: "A panel")?.scope == .touchpadsToo)
    #expect(configuration.filters(named: "B panel") == FilterSettings())
  }

  @Test("QUE-3 zones are for the devices and the touch types that they name, or for all")
  func zones() throws {
    let text = """
      [exclusion.bar]
      frame = [0, 1.5, "100%", 6]

      [exclusion.corner]
      device = "ACME*"
      frame = ["90%", "12.5%", 7, 8]
      touch_types = ["finger", "pen"]
      """
    let configuration = try #require(check(text).configuration)
    let bar = ExclusionZone(
      name: "bar", x: .millimetres(0), y: .millimetres(1.5), width: .share(1), height: .millimetres(6))
    let corner = ExclusionZone(
      name: "corner", x: .share(0.9), y: .share(0.125), width: .millimetres(7), height: .millimetres(8),
      touchTypes: [.direct, .pencil])
    #expect(configuration.filters(named: "ACME panel").zones == [bar, corner])
    #expect(configuration.filters(named: "other").zones == [bar])
  }

  @Test(
    "a zone's value that cannot be is told",
    arguments: [
      ("", "1:12: exclusion.z.frame: missing; FRAME"),
      ("frame = [1, 2, 3]", "2:9: exclusion.z.frame: found a list of 3 instead of 4 numbers; FRAME"),
      ("frame = \"full\"", "2:9: exclusion.z.frame: found \"full\"; FRAME"),
      ("frame = [1, 2, 3, -4]", "2:19: exclusion.z.frame: found -4; FRAME"),
      ("frame = [1, nan, 3, 4]", "2:13: exclusion.z.frame: found nan; FRAME"),
      ("frame = [1, 2, 3, \"101%\"]", "2:19: exclusion.z.frame: found \"101%\"; FRAME"),
      ("frame = [1, 2, 3, \"%\"]", "2:19: exclusion.z.frame: found \"%\"; FRAME"),
      ("frame = [1, 2, 3, \"nan%\"]", "2:19: exclusion.z.frame: found \"nan%\"; FRAME"),
    ])
  func zoneMistakes(line: String, mistake: String) {
    let expected = "f.toml:" + mistake.replacing("FRAME", with: Self.frame)
    #expect(check("[exclusion.z]\n\(line)").mistakes == [expected])
  }

  @Test("a touch type that is none, and a device that is no pattern, are told")
  func otherMistakes() {
    let text = "[exclusion.z]\nframe = [0, 0, 1, 1]\ntouch_types = \"pem\"\ndevice = \"\"\nwide = 1"
    #expect(
      Set(check(text).mistakes) == [
        "f.toml:3:15: exclusion.z.touch_types: found \"pem\"; allowed: one or a list of finger, pen, eraser; "
          + "did you mean pen?",
        "f.toml:4:10: exclusion.z.device: found \"\"; allowed: a text of 1 to 255 bytes; * stands for any text, "
          + "? for any one character",
        "f.toml:5:1: exclusion.z.wide: unknown key; allowed: frame, device, touch_types",
      ])
  }

  @Test("a filter's number beyond its range is told")
  func range() {
    let text = "[device.d]\nname = \"*\"\nskip_samples = 11\nsmoothing_beta = -1"
    #expect(
      check(text).mistakes == [
        "f.toml:3:16: device.d.skip_samples: found 11; allowed: a whole number from 0 to 10",
        "f.toml:4:18: device.d.smoothing_beta: found -1; allowed: a number from 0 to 10 Hz per mm/s",
      ])
  }
}
