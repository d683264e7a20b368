import FoundationEssentials
import GestureClient
import Testing
import TouchInput

@testable import gesturectl

@Suite("Touches as a recording")
struct TouchRecordingTests {
  /// Plays short updates, such as `began{1}@10 ended{1}/list@10`. Returns the recording in short, with the changes of
  /// slots in each report.
  private func recorded(_ updates: String) throws -> [String] {
    let screen = try JSONDecoder().decode(
      Touchscreen.self,
      from: Data(
        #"{"device":1,"state":"added","name":"T1","size":[160,100],"size_source":"resolution","max_touches":10}"#
          .utf8))
    var recording = TouchRecording(of: screen)
    var text = recording.head
    for update in updates.split(separator: " ") { text += recording.append(try self.update(update)) }
    text += recording.finish()
    var reports: [String] = []
    var report: [String] = []
    var slot: Int32 = 0
    for event in try EvemuRecording(parsing: text).events {
      switch (event.type, event.code) {
      case (EventCode.synchronization, _):
        reports.append("@\(event.time.microseconds / 1000) " + report.joined(separator: " "))
        report = []
      case (_, EventCode.slot): slot = event.value
      case (_, EventCode.trackingID): report.append("\(slot):\(event.value < 0 ? "up" : "down")")
      case (_, EventCode.positionX): report.append("\(slot):\(event.value / 64)")
      default: break
      }
    }
    return reports
  }

  /// Each touch of an update is as many mm from the left as its number says.
  private func update(_ text: Substring) throws -> TouchUpdate {
    let parts = text.split { "{}/@".contains($0) }
    let region = text.contains("/") ? parts[2] : "root"
    let touches = parts[1].split(separator: ",").map {
      #"{"id":\#($0),"location":[\#($0),50],"tap_count":1}"#
    }
    let line = #"""
      {"type":"touches","seq":1,"time":\#(Double(parts[parts.count - 1]).map { $0 / 1000 } ?? 0),"device":1,"sequence":1,
      "region":"\#(region)","phase":"\#(parts[0])","touches":[\#(touches.joined(separator: ","))]}
      """#
    return try JSONDecoder().decode(TouchUpdate.self, from: Data(line.utf8))
  }

  @Test("what one frame tells is one report: of several touches, phases and regions")
  func oneFrame() throws {
    let story =
      "began{1}@10 began{1}/list@10 moved{1}@20 moved{1}/list@20 began{2,3}@30 moved{1}@30 ended{2}@40 cancelled{1,3}@40"
    #expect(
      try recorded(story) == [
        "@10 0:down 0:1 0:1", "@20 0:1 0:1", "@30 1:down 1:2 2:down 2:3 0:1", "@40 1:up 0:up 2:up",
      ])
  }

  @Test("two frames of one stamp are two reports: no touch of a device whose stamps are coarse is lost")
  func oneStamp() throws {
    #expect(
      try recorded("began{1}@10 ended{1}@10 began{2}@10 moved{2}@10 moved{2}@10 ended{2}@10") == [
        "@10 0:down 0:1", "@10 0:up", "@10 0:down 0:2", "@10 0:2", "@10 0:2", "@10 0:up",
      ])
    // Two touches in one region, and two regions, one after another.
    #expect(try recorded("moved{1}@10 moved{2}@10") == ["@10 0:down 0:1", "@10 1:down 1:2"])
    #expect(try recorded("ended{1}@10 began{2}@10 ended{2}/list@10") == ["@10 0:down 0:2", "@10 0:up"])
  }
}
