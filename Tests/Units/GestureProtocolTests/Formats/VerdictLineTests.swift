import GestureProtocol
import Testing

/// The JSON of `--list-devices`.
@Suite struct VerdictLineTests {
  private func line(_ verdict: DeviceVerdict) -> String {
    Samples.text { MessageEncoder(Vocabulary(recognizers: [])).write(verdict, to: &$0) }
  }

  @Test("a device that is used has each thing that was decided, with its reason, and all of it is escaped")
  func used() {
    let verdict = DeviceVerdict(
      node: "/dev/input/event3", name: "a\"b", numbers: "222a:0001", isUsed: true, reason: "10 touches",
      findings: [
        DeviceVerdict.Finding(.table, "", "no table fits it"),
        DeviceVerdict.Finding(.output, "HDMI\n1", "its \"table\""),
      ])
    let expected =
      #"{"node":"/dev/input/event3","name":"a\"b","id":"222a:0001","used":true,"reason":"10 touches","#
      + #""table":{"value":"","reason":"no table fits it"},"#
      + #""output":{"value":"HDMI\u000a1","reason":"its \"table\""}}"#
    #expect(line(verdict) == expected + "\n")
  }

  @Test("H10 a name cannot turn a line of the list around or end it")
  func hostileName() {
    let verdict = DeviceVerdict(
      node: "n", name: "a\u{202E}b\u{2028}\u{85}", numbers: "0000:0000", isUsed: false, reason: "\u{9B}2J")
    #expect(
      line(verdict)
        == #"{"node":"n","name":"a\u202eb\u2028\u0085","id":"0000:0000","used":false,"reason":"\u009b2J"}"#
        + "\n"
    )
  }

  @Test("one that is not used says why not, and nothing else")
  func unused() {
    let verdict = DeviceVerdict(node: "n", name: "", numbers: "0000:0000", isUsed: false, reason: "r")
    #expect(
      line(verdict) == #"{"node":"n","name":"","id":"0000:0000","used":false,"reason":"r"}"# + "\n")
  }
}
