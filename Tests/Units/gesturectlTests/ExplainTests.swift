import GestureTestSupport
import ProcessTestSupport
import Testing
import TouchInput

@Suite("gesturectl explain")
struct ExplainTests {
  /// A slow tap, which does not count as a tap.
  private static let slow = {
    var story = EvemuScript()
    // Leaves clients time for their requests.
    story.append(type: EventCode.synchronization, code: EventCode.report, value: 0, at: .milliseconds(0))
    story.append("A↓100,100@2500 A↑@3400")
    return story
  }()

  private func daemon() throws -> ReplayingDaemon {
    try ReplayingDaemon(
      "[region.all]\nframe = [0, 0, \"100%\", \"100%\"]\nclient_regions = true\n", playing: Self.slow)
  }

  @Test("ADD-21 the sentence is the one of gestured --explain, for a recognizer of the configuration")
  func configuration() throws {
    let daemon = try daemon()
    let outcome = try daemon.client(["explain", "tap"]).finish()
    #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(outcome.complaints)")
    #expect(
      outcome.output == """
        tap is a tap for 1 and 2 fingers: taps 1, movement_mm 7.0313, maximum_press_ms 750, gap_ms 350, distance_mm 7.0313, \
        button_mask 1
        it is passive: it waits for no other recognizer, and none prevents it
        sequence 1
                3.250000  for 1 and 2 fingers: did not fire: the fingers were still down after 750 ms; less than 750 ms is \
        asked for
        tap fired in 0 of 1 sequence

        """)
  }

  /// The output of `explain` while a page has the recognizer `open`, by default a tap.
  ///
  /// Each run has a daemon of its own: the first subscribe starts the replay, and a second client may subscribe after its end.
  private func explainPage(
    _ arguments: [String], of recognizer: String = #""kind":"tap","maximum_press_ms":600"#
  ) throws -> Program.Outcome {
    let daemon = try daemon()
    let served = try daemon.start()
    var page = try StreamReader(connectingTo: daemon.socket)
    try page.send(
      #"{"id":1,"command":"recognizers","edits":[{"add":{"name":"open",\#(recognizer)}}]}"#
    )
    #expect(try page.lines(upTo: #""id":1"#).last?.contains(#""ok":true"#) == true)
    let explainer = try Program(["explain"] + arguments + ["--socket", daemon.socket], of: "gesturectl")
    let outcome = try explainer.finish()
    // The page stays to the end, and its recognizer with it.
    _ = try page.linesToTheEnd()
    _ = try served.finish()
    return outcome
  }

  @Test(
    "ADD-21 a page's tap that was held for too long is explained, by its client's number too",
    arguments: [["open"], ["open", "--client", "1"]])
  func ofAClient(_ arguments: [String]) throws {
    let outcome = try explainPage(arguments)
    #expect(
      outcome.output == """
        open of client 1 is a tap for 1 finger: taps 1, movement_mm 7.0313, maximum_press_ms 600, gap_ms 350, \
        distance_mm 7.0313, button_mask 1
        sequence 1
                3.100000  did not fire: the fingers were still down after 600 ms; less than 600 ms is asked for
        open fired in 0 of 1 sequence

        """)
  }

  @Test(
    "ADD-21 a pan of one finger and more is explained for any of these numbers, and one with touches alone for no other",
    arguments: ["1", "3", "10"])
  func severalNumbers(touches: String) throws {
    let outcome = try explainPage(["open", "--touches", touches], of: #""kind":"pan""#)
    #expect(outcome.lines.first?.hasPrefix("open of client 1 is a pan for 1 finger and more: ") == true)
    #expect(outcome.lines.last == "open fired in 0 of 1 sequence", "\(outcome.output)")
    let exact = try explainPage(["open", "--touches", "3"], of: #""kind":"pan","touches":2"#)
    #expect(exact.output == "open fired in 0 of 0 sequences\n")
  }

  @Test("ADD-21 of a client that has no such recognizer there is nothing to explain")
  func ofAnotherClient() throws {
    let outcome = try explainPage(["open", "--client", "7"])
    #expect(outcome.code == 0)
    #expect(outcome.output == "open fired in 0 of 0 sequences\n")
    #expect(outcome.complaints.contains("there is no recognizer open of client 7 now: waiting for it"))
  }
}
