import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import LinuxInput

/// The thread that reads a sensor, its rate, and the samples that it delivers.
@Suite("Reading a sensor apart from the loop")
struct SensorReaderTests {
  private static func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1000) }

  // MARK: The beat

  @Test("A quick sensor is read to the beat, whatever each reading takes")
  func beat() {
    var pace = SensorPace(interval: .milliseconds(20), now: Self.at(0))
    var times: [Instant] = []
    for took in [1, 3, 0, 9] as [Int64] {
      times.append(pace.due)
      pace.recordReading(now: pace.due + .milliseconds(Double(took)))
    }
    #expect(times == [0, 20, 40, 60].map(Self.at))
  }

  @Test(
    "A slow one is read as often as it lets itself be, with a rest between, and what was late is not made up for"
  )
  func slow() {
    var pace = SensorPace(interval: .milliseconds(20), now: Self.at(0))
    pace.recordReading(now: Self.at(500))
    #expect(pace.due == Self.at(505))
    pace.recordReading(now: Self.at(506))
    #expect(pace.due == Self.at(525))
  }

  @Test(
    "One that has trouble is tried again after 1 s, 2 s and so on, a minute at most, and anew once it is read"
  )
  func trouble() {
    var pace = SensorPace(interval: .milliseconds(20), now: Self.at(0))
    var pauses: [Int64] = []
    for _ in 0..<8 {
      let now = pace.due
      pace.recordFailure(now: now)
      pauses.append((pace.due - now).microseconds / 1_000_000)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60])
    pace.recordReading(now: pace.due)
    let now = pace.due
    pace.recordFailure(now: now)
    #expect(pace.due == now + .milliseconds(1000))
  }

  // MARK: The mailbox

  @Test("A loop that is held up finds the latest readings, and all else that was said")
  func bounded() throws {
    var mailbox = SensorMailbox()
    mailbox.post(.opened(SensorDescription(name: "accel_3d")))
    for time in 0..<1000 as Range<Int64> {
      mailbox.post(.reading(IndustrialSensor.Reading(acceleration: [time, 0, 0]), at: Self.at(time)))
    }
    let reports = mailbox.drain()
    #expect(reports.count == SensorMailbox.capacity)
    guard case .opened = try #require(reports.first), case .reading(_, let time) = try #require(reports.last)
    else {
      Issue.record("\(reports)")
      return
    }
    #expect(time == Self.at(999))
    #expect(mailbox.drain().isEmpty)
  }

  // MARK: The thread

  /// Waits until the thread rings.
  private func next(_ reader: SensorReader, _ bell: SensorBell, _ poller: inout Poller) throws
    -> [SensorReport]
  {
    let isHeard = try HangWatch.wait { try poller.wait(timeout: .milliseconds($0)) > 0 }
    try #require(isHeard, "the thread said nothing")
    bell.drain()
    return reader.drainReports()
  }

  @Test("MOT-25 a sensor is opened, read and let go of by its thread; one that comes back is opened anew")
  func thread() throws {
    let folder = try TemporaryFolder()
    let files = [
      "name": "accel_3d\n", "in_accel_x_raw": "1\n", "in_accel_y_raw": "2\n", "in_accel_z_raw": "3\n",
      "in_accel_scale": "0.01\n",
    ]
    for (name, text) in files { _ = try folder.write(Array(text.utf8), to: name) }
    let bell = try SensorBell()
    var poller = try Poller()
    try poller.add(
      bell.descriptor, interest: [.readable], token: PollToken(kind: 0, index: 0, generation: 0))
    let reader = try SensorReader.start(folder: folder.path, frequency: 1000, mount: nil, bell: bell)
    var words: [String] = []
    while !words.contains("reading") {
      for report in try next(reader, bell, &poller) {
        switch report {
        case .opened(let description): words.append("opened \(description.name)")
        case .reading(let reading, _):
          #expect(reading == .init(acceleration: [1, 2, 3]))
          words.append("reading")
        case .unsuitable, .trouble: words.append("\(report)")
        }
      }
    }
    #expect(words.prefix(2) == ["opened accel_3d", "reading"])
    _ = try folder.write(Array("no number".utf8), to: "in_accel_y_raw")
    var isTroubled = false
    while !isTroubled {
      for report in try next(reader, bell, &poller) { if case .trouble = report { isTroubled = true } }
    }
    reader.end()
    while !reader.hasEnded { _ = try next(reader, bell, &poller) }
  }

  @Test("What is no motion sensor ends its thread")
  func unsuitable() throws {
    let folder = try TemporaryFolder()
    let bell = try SensorBell()
    var poller = try Poller()
    try poller.add(
      bell.descriptor, interest: [.readable], token: PollToken(kind: 0, index: 0, generation: 0))
    let reader = try SensorReader.start(folder: folder.path, frequency: 50, mount: nil, bell: bell)
    var reports: [SensorReport] = []
    while !reader.hasEnded { reports += try next(reader, bell, &poller) }
    reports += reader.drainReports()
    guard case .unsuitable? = reports.first else {
      Issue.record("\(reports)")
      return
    }
  }
}
