import EventFamilies
import GestureCore

/// Plays keys into a decoder, and records its output as `103@380`. Times are in ms.
struct RemoteRig {
  var decoder: RemoteDecoder

  init(_ settings: RemoteSettings = RemoteSettings(), isJack: Bool = false) {
    decoder = RemoteDecoder(settings, isJack: isJack)
  }

  /// A key down, up, or held.
  enum Step {
    case down(UInt16, Int64)
    case up(UInt16, Int64)
    case held(UInt16, Int64)
    case wait(Int64)
    case unplug(Int64)
    case jack(Bool, Int64)
  }

  mutating func play(_ steps: [Step]) -> [String] {
    var outputs: [RemoteDecoder.Output] = []
    for step in steps {
      switch step {
      case .down(let key, let time):
        decoder.decode(key: key, value: 1, at: .milliseconds(time), into: &outputs)
      case .up(let key, let time): decoder.decode(key: key, value: 0, at: .milliseconds(time), into: &outputs)
      case .held(let key, let time):
        decoder.decode(key: key, value: 2, at: .milliseconds(time), into: &outputs)
      case .wait(let time): decoder.advance(to: .milliseconds(time), into: &outputs)
      case .unplug(let time): decoder.drop(at: .milliseconds(time), into: &outputs)
      case .jack(let isIn, let time):
        decoder.jackChanged(isPluggedIn: isIn, at: .milliseconds(time), into: &outputs)
      }
    }
    return outputs.map { output in
      let word: String
      switch output.action {
      case .click: word = "103"
      case .longPress: word = "long_press"
      case .command(let command): word = "\(command.rawValue)"
      }
      return "\(word)@\(output.time.microseconds / 1000)"
    }
  }

  /// Presses and releases of the button of a headset, in turn.
  mutating func clicks(_ times: Int64..., until end: Int64 = 10_000, key: UInt16 = MediaKey.media) -> [String]
  {
    play(
      times.enumerated().map { position, time in position % 2 == 0 ? .down(key, time) : .up(key, time) }
        + [.wait(end)])
  }
}
