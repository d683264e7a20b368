import EventFamilies
import GestureCore
import Testing
import TouchInput

@Suite("Remote control")
struct RemoteDecoderTests {
  @Test(
    "RMT-1, RMT-8 a key gives its command at the press, and nothing at the release",
    arguments: [(200, 100), (207, 100), (201, 101), (166, 102), (164, 103), (163, 104), (165, 105)]
      as [(UInt16, Int)])
  func keys(code: UInt16, subtype: Int) {
    var rig = RemoteRig()
    #expect(rig.play([.down(code, 0), .up(code, 80), .wait(1000)]) == ["\(subtype)@0"])
  }

  @Test("RMT-2 a repeated key is ignored")
  func repeats() {
    var rig = RemoteRig()
    #expect(rig.play([.down(163, 0), .held(163, 250), .held(163, 280), .up(163, 300)]) == ["104@0"])
  }

  @Test("RMT-3, RMT-4 winding lasts as long as the key is down")
  func seeking() {
    var rig = RemoteRig()
    #expect(rig.play([.down(208, 0), .up(208, 900)]) == ["108@0", "109@900"])
    #expect(rig.play([.down(168, 1000), .up(168, 1900)]) == ["106@1000", "107@1900"])
  }

  @Test("RMT-5 every winding has its end: the device is gone, or the other way is wanted")
  func ends() {
    var rig = RemoteRig()
    #expect(rig.play([.down(168, 0), .unplug(500), .up(168, 900)]) == ["106@0", "107@500"])
    #expect(
      rig.play([.down(168, 1000), .down(208, 1500), .up(168, 1600), .up(208, 1900)])
        == ["106@1000", "107@1500", "108@1500", "109@1900"])
  }

  @Test("RMT-6 play and pause is toggle, whatever the player does")
  func toggle() {
    var receivers = RemoteReceivers()
    receivers.setReceives(true, 1)
    receivers.setPlayback(.stopped, 1)
    #expect(receivers.command(of: .command(.togglePlayPause), for: 1) == .command(.togglePlayPause))
  }

  @Test(
    "RMT-7 keys that are none of a player's are not received",
    arguments: [119, 128, 115, 114, 113, 169, 582, 30] as [UInt16])
  func otherKeys(code: UInt16) {
    var rig = RemoteRig(isJack: true)
    #expect(rig.play([.down(code, 0), .up(code, 80), .wait(1000)]) == [])
    #expect(!MediaKey.codes(isJack: true).contains(code))
  }

  @Test("RMT-9 who receives has said so; saying it twice is saying it once")
  func receiving() {
    var receivers = RemoteReceivers()
    receivers.setReceives(true, 1)
    receivers.setReceives(true, 1)
    receivers.setReceives(false, 1)
    #expect(receivers.receiver() == nil)
  }

  @Test("RMT-10 of several the one that claimed the session last receives")
  func claims() {
    var receivers = RemoteReceivers()
    for client in [1, 2] { receivers.setReceives(true, client) }
    #expect(receivers.receiver() == 1)
    receivers.claim(1)
    receivers.claim(2)
    #expect(receivers.receiver() == 2)
  }

  @Test("RMT-11 when that one goes, the one before it gets it back")
  func givenBack() {
    var receivers = RemoteReceivers()
    for client in [1, 2] {
      receivers.setReceives(true, client)
      receivers.claim(client)
    }
    receivers.forget(2)
    #expect(receivers.receiver() == 1)
    receivers.setReceives(false, 1)
    #expect(receivers.receiver() == nil)
  }

  @Test("RMT-15 what a client does not want is not sent to it")
  func disabled() {
    var receivers = RemoteReceivers()
    receivers.setReceives(true, 1)
    receivers.setEnabled(false, [.nextTrack], 1)
    #expect(receivers.command(of: .command(.nextTrack), for: 1) == nil)
    #expect(receivers.command(of: .command(.previousTrack), for: 1) == .command(.previousTrack))
    receivers.setEnabled(true, [.nextTrack], 1)
    #expect(receivers.command(of: .command(.nextTrack), for: 1) == .command(.nextTrack))
    for command in RemoteCommand.allCases { #expect(RemoteCommand(word: command.word) == command) }
  }

  @Test("RMT-17 two devices that wind wind once")
  func twoDevices() {
    var ledger = SeekLedger()
    let commands: [RemoteCommand] = [
      .beginSeekingForward, .beginSeekingForward, .endSeekingForward, .endSeekingForward, .nextTrack,
    ]
    var told: [Bool] = []
    for command in commands { told.append(ledger.count(command)) }
    #expect(told == [true, false, false, true, true])
  }

  @Test(
    "Any keys in any order: each winding that begins ends once, and none is left after the device is gone")
  func random() {
    var generator = SystemRandomNumberGenerator()
    let keys: [UInt16] = [163, 164, 168, 208, 226, 0x100, 30]
    for _ in 0..<300 {
      var decoder = RemoteDecoder(isJack: true)
      var outputs: [RemoteDecoder.Output] = []
      var time = Instant(microseconds: 0)
      for _ in 0..<60 {
        time = time + .milliseconds(Double.random(in: 0...400, using: &generator))
        let key = keys[Int.random(in: 0..<keys.count, using: &generator)]
        decoder.decode(key: key, value: Int32.random(in: -1...3, using: &generator), at: time, into: &outputs)
      }
      decoder.drop(at: time, into: &outputs)
      var open: [RemoteCommand: Int] = [:]
      for case .command(let command) in outputs.map(\.action) { open[command, default: 0] += 1 }
      #expect(open[.beginSeekingForward] == open[.endSeekingForward])
      #expect(open[.beginSeekingBackward] == open[.endSeekingBackward])
      #expect(zip(outputs, outputs.dropFirst()).allSatisfy { $0.time <= $1.time })
      #expect(decoder.deadline == nil)
    }
  }
}
