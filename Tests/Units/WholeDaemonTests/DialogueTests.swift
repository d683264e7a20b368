import GestureTestSupport
import Testing

@testable import GesturedDaemon

/// Plays the dialogues of the manual with a daemon, over a real socket and in virtual time.
@Suite("Dialogues") struct DialogueTests {
  private static let dialogues = Dialogue.all(in: "docs/requests.md") + Dialogue.all(in: "docs/protocol.md")

  @Test("there are dialogues to hold")
  func nonEmpty() {
    #expect(Self.dialogues.count >= 12)
  }

  @Test("a dialogue of the manual goes as it stands there", arguments: dialogues)
  func held(_ dialogue: Dialogue) throws {
    let rig = try ServingRig(raw: true)
    let client = try rig.connect(dialogue.isRaw ? .raw : .events)
    // The greeting and the device.
    var position = client.lines.count
    var scripts = dialogue.scripts[...]
    var isSkipping = false
    for line in dialogue.lines {
      if line == "…" {
        isSkipping = true
        continue
      }
      guard line.hasPrefix(#"{"type""#) else {
        try client.send(line)
        continue
      }
      let expected = try SpokenLine(parsing: line)
      while true {
        if position < client.lines.count {
          let heard = client.lines[position]
          position += 1
          if try expected.matches(SpokenLine(parsing: heard)) { break }
          guard isSkipping else {
            Issue.record("\(dialogue.place): heard\n\(heard)\nnot\n\(line)")
            return
          }
        } else if let script = scripts.popFirst() {
          try rig.touch(script)
        } else {
          let all = client.lines.joined(separator: "\n")
          Issue.record("\(dialogue.place): never heard\n\(line)\nbut\n\(all)")
          return
        }
      }
      isSkipping = false
    }
  }
}
