import EventFamilies
import GestureCore
import Testing

@Suite("Clicks of a headset")
struct ClickDecoderTests {
  private func clicks(_ times: Int64..., settings: RemoteSettings = RemoteSettings()) -> [String] {
    var rig = RemoteRig(settings)
    return rig.play(
      times.enumerated().map { position, time in
        position % 2 == 0 ? .down(MediaKey.media, time) : .up(MediaKey.media, time)
      } + [.wait(10_000)])
  }

  @Test("CLK-1 one click: toggle when the gap is over")
  func one() {
    #expect(clicks(0, 80) == ["103@380"])
  }

  @Test(
    "CLK-2 one click is play where the receiver has said that it is stopped; who has not said so is not stopped"
  )
  func stopped() {
    var receivers = RemoteReceivers()
    receivers.setReceives(true, 1)
    #expect(receivers.command(of: .click, for: 1) == .command(.togglePlayPause))
    receivers.setPlayback(.stopped, 1)
    #expect(receivers.command(of: .click, for: 1) == .command(.play))
    receivers.setPlayback(.paused, 1)
    #expect(receivers.command(of: .click, for: 1) == .command(.togglePlayPause))
  }

  @Test("CLK-3 two clicks: next")
  func two() {
    #expect(clicks(0, 80, 200, 280) == ["104@580"])
  }

  @Test("CLK-4 three clicks: previous, at the third release")
  func three() {
    #expect(clicks(0, 80, 200, 280, 400, 480) == ["105@480"])
  }

  @Test("CLK-5 a click, then held: seek forward until the release")
  func seekForward() {
    #expect(clicks(0, 80, 200, 1500) == ["108@700", "109@1500"])
  }

  @Test("CLK-6 two clicks, then held: seek backward until the release")
  func seekBackward() {
    #expect(clicks(0, 80, 200, 280, 400, 1600) == ["106@900", "107@1600"])
  }

  @Test("CLK-7 held from the first press on: a long press, and nothing at the release")
  func longPress() {
    #expect(clicks(0, 900) == ["long_press@500"])
  }

  @Test("CLK-8 a press at the end of the gap belongs to the series, one after it does not")
  func gap() {
    #expect(clicks(0, 80, 380, 400) == ["104@700"])
    #expect(clicks(0, 80, 381, 400) == ["103@380", "103@700"])
  }

  @Test("CLK-9 held for exactly 500 ms and released is a click")
  func exactHold() {
    #expect(clicks(0, 500) == ["103@800"])
    #expect(clicks(0, 501) == ["long_press@500"])
  }

  @Test("CLK-10 a fourth click begins a new series")
  func four() {
    #expect(clicks(0, 60, 120, 180, 240, 300, 360, 420) == ["105@300", "103@720"])
  }

  @Test("CLK-11 a repeated press says nothing")
  func repeats() {
    var rig = RemoteRig()
    #expect(
      rig.play([.down(226, 0), .held(226, 250), .held(226, 280), .up(226, 300), .wait(1000)]) == ["103@600"])
    #expect(rig.play([.down(226, 2000), .down(226, 2050), .up(226, 2080), .wait(3000)]) == ["103@2380"])
  }

  @Test("CLK-12 a headset that is pulled takes its series with it")
  func unplugged() {
    var rig = RemoteRig()
    #expect(rig.play([.down(226, 0), .up(226, 80), .unplug(200), .wait(1000)]) == [])
  }

  @Test("CLK-13 pulled while it winds: the winding ends")
  func unpluggedWhileSeeking() {
    var rig = RemoteRig()
    #expect(
      rig.play([.down(226, 0), .up(226, 80), .down(226, 200), .wait(900), .unplug(1000), .wait(2000)])
        == ["108@700", "109@1000"])
  }

  @Test("CLK-14 what is pressed within 250 ms of a change of the jack is contacts that bounce")
  func bounce() {
    var rig = RemoteRig(isJack: true)
    #expect(rig.play([.jack(true, 0), .down(0x100, 100), .up(0x100, 150), .wait(1000)]) == [])
    #expect(rig.play([.down(0x100, 1100), .up(0x100, 1150), .wait(2000)]) == ["103@1450"])
  }

  @Test("CLK-15 immediate: each click at once")
  func immediate() {
    var settings = RemoteSettings()
    settings.decoding = .immediate
    #expect(clicks(0, 80, 200, 280, settings: settings) == ["103@80", "103@280"])
  }

  @Test("CLK-16 another key ends the series: what it means so far comes before, a press under way is dropped")
  func otherKey() {
    var rig = RemoteRig()
    #expect(rig.play([.down(226, 0), .up(226, 80), .down(163, 150), .wait(1000)]) == ["103@150", "104@150"])
    #expect(rig.play([.down(226, 2000), .down(163, 2100), .up(226, 2200), .wait(3000)]) == ["104@2100"])
    #expect(
      rig.play([
        .down(226, 4000), .up(226, 4080), .down(226, 4200), .wait(4800), .down(165, 4900), .wait(6000),
      ])
        == ["108@4700", "109@4900", "105@4900"])
  }

  @Test("CLK-16 another key while the button is down drops that press alone: the clicks before it are told")
  func otherKeyWhileDown() {
    var rig = RemoteRig()
    #expect(
      rig.play([.down(226, 0), .up(226, 80), .down(226, 150), .down(163, 200), .up(226, 250), .wait(1000)])
        == ["103@200", "104@200"])
    #expect(
      rig.play([
        .down(226, 2000), .up(226, 2080), .down(226, 2150), .up(226, 2230), .down(226, 2300),
        .down(165, 2350),
        .up(226, 2400), .wait(3000),
      ]) == ["104@2350", "105@2350"])
  }

  @Test("CLK-17 the volume buttons of a headset are no clicks, and BTN_0 of another device is none either")
  func otherButtons() {
    var jack = RemoteRig(isJack: true)
    #expect(
      jack.play([.down(0x101, 0), .up(0x101, 80), .down(0x102, 100), .up(0x102, 180), .wait(1000)]) == [])
    var gamepad = RemoteRig()
    #expect(gamepad.play([.down(0x100, 0), .up(0x100, 80), .wait(1000)]) == [])
  }

  @Test("A key that the configuration names is counted too")
  func clickKeys() {
    var settings = RemoteSettings()
    settings.clickKeys.insert(MediaKey.playPause)
    var rig = RemoteRig(settings)
    #expect(rig.clicks(0, 80, 200, 280, key: MediaKey.playPause) == ["104@580"])
  }
}
