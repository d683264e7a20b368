import GestureCore
import GestureTestSupport
import GesturedConfiguration
import Testing
import TouchInput

@testable import GesturedDaemon

/// Movements of real hands, as panels of every dialect of protocol A would report them.
@Suite struct DialectTests {
  /// A way for a panel without slots to report its contacts.
  enum Dialect: CaseIterable {
    /// No ids and no BTN_TOUCH: an empty report when the last finger lifts.
    case anonymous
    /// With ABS_MT_TRACKING_ID.
    case identified
    /// BTN_TOUCH 0 alone when the last finger lifts.
    case releasedByKey
    /// The last contact of each report goes without SYN_MT_REPORT.
    case unclosed

    var givesIDs: Bool { self == .identified }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "TCH-35 D15 a panel of each dialect gives the gestures that a panel with slots gives",
    arguments: Dialect.allCases)
  func dialects(_ dialect: Dialect) throws {
    for story in RecordedStory.bundled {
      let recording = try EvemuRecording(parsing: story.recording)
      let expected = try gestures(of: recording)
      #expect(!expected.isEmpty)
      #expect(try gestures(of: Self.slotless(recording, dialect)) == expected, "\(story)")
    }
  }

  @Test(
    "D5 D15 dropped events cancel, and nothing is recognized before all fingers were up, at any of 400 places"
  )
  func dropped() throws {
    let recording = Self.slotless(try EvemuRecording(parsing: RecordedStory.demo.recording), .anonymous)
    var random = SeededGenerator(seed: 5)
    let places = (0..<400).map { _ in Int.random(in: recording.events.indices, using: &random) }.sorted()
    var cut = recording
    for place in places.reversed() {
      cut.events.insert(
        InputEvent(
          time: recording.events[place].time, type: EventCode.synchronization, code: EventCode.dropped,
          value: 0), at: place)
    }
    let all = try lines(of: recording)
    let seen = try lines(of: cut)
    #expect(StoryChecker(seen).violations == [])
    let kinds = { (lines: [ReplayLine]) in lines.filter(\.isRecognition).count }
    #expect(kinds(seen) < kinds(all))
    // Dropped events cancel the touches that are down.
    #expect(seen.count { $0.phase == "cancelled" } > 0)
  }

  private func gestures(of recording: EvemuRecording) throws -> [String] {
    try lines(of: recording).filter { $0.type == "gesture" && $0.state != "changed" }.map { line in
      [line.recognizer, line.state, line.touchCount.map(String.init), line.direction].compactMap { $0 }
        .joined(separator: " ")
    }
  }

  private func lines(of recording: EvemuRecording) throws -> [ReplayLine] {
    var text: [UInt8] = []
    EvemuWriter.append(recording.device, to: &text)
    for event in recording.events { EvemuWriter.append(event, to: &text) }
    return try Replay(try folder.write(text, to: "r"), configuration: .builtIn()).lines()
  }

  /// The same story from a panel without slots: each report lists all contacts that are down.
  private static func slotless(_ recording: EvemuRecording, _ dialect: Dialect) -> EvemuRecording {
    var device = recording.device
    let axes = [EventCode.positionX, EventCode.positionY] + (dialect.givesIDs ? [EventCode.trackingID] : [])
    device.codes[EventCode.absolute] = CodeSet(axes)
    device.axes[EventCode.slot] = nil
    device.codes[EventCode.key] = dialect == .releasedByKey ? CodeSet([EventCode.touch]) : nil
    var events: [InputEvent] = []
    var contacts: [Int32: (id: Int32, x: Int32, y: Int32)] = [:]
    var slot: Int32 = 0
    for event in recording.events {
      switch (event.type, event.code) {
      case (EventCode.absolute, EventCode.slot): slot = event.value
      case (EventCode.absolute, EventCode.trackingID):
        contacts[slot] = event.value < 0 ? nil : (event.value, 0, 0)
      case (EventCode.absolute, EventCode.positionX): contacts[slot]?.x = event.value
      case (EventCode.absolute, EventCode.positionY): contacts[slot]?.y = event.value
      case (EventCode.synchronization, EventCode.report):
        events += report(of: contacts, dialect, at: event.time)
      default: break
      }
    }
    return EvemuRecording(device: device, events: events)
  }

  private static func report(
    of contacts: [Int32: (id: Int32, x: Int32, y: Int32)], _ dialect: Dialect, at time: Instant
  ) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    // Reports alternate between both directions, because the order of contacts means nothing.
    let isReversed = (time.microseconds / 1000) % 2 == 0
    let order = contacts.keys.sorted { isReversed ? $0 > $1 : $0 < $1 }
    for key in order {
      guard let contact = contacts[key] else { continue }
      if dialect.givesIDs { add(EventCode.absolute, EventCode.trackingID, contact.id) }
      add(EventCode.absolute, EventCode.positionX, contact.x)
      add(EventCode.absolute, EventCode.positionY, contact.y)
      if dialect != .unclosed || key != order.last {
        add(EventCode.synchronization, EventCode.contactReport, 0)
      }
    }
    if order.isEmpty {
      if dialect == .releasedByKey {
        add(EventCode.key, EventCode.touch, 0)
      } else {
        add(EventCode.synchronization, EventCode.contactReport, 0)
      }
    }
    add(EventCode.synchronization, EventCode.report, 0)
    return events
  }
}
