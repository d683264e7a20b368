public import TouchInput

/// The only keys that are received, as numbers of linux/input-event-codes.h. All others are masked before the first
/// read.
public enum MediaKey {
  /// The effect of a key.
  public enum Meaning: Hashable, Sendable {
    /// The key requests a command once, when it goes down (RMT-1).
    case command(RemoteCommand)
    /// The key seeks while it is down (RMT-3, RMT-4).
    case seek(SeekDirection)
    /// The key's clicks are counted.
    case click
  }

  /// KEY_PLAYPAUSE
  public static let playPause: UInt16 = 164
  /// KEY_MEDIA: the middle button of a headset, Android's headset hook.
  public static let media: UInt16 = 226
  /// BTN_0: the button of a headset on an ALSA jack device.
  public static let jackButton: UInt16 = 0x100

  /// The keys except BTN_0, by their names in the kernel's header.
  public static let names: [(name: String, code: UInt16)] = [
    ("KEY_NEXTSONG", 163), ("KEY_PLAYPAUSE", 164), ("KEY_PREVIOUSSONG", 165), ("KEY_STOPCD", 166),
    ("KEY_REWIND", 168), ("KEY_PLAYCD", 200), ("KEY_PAUSECD", 201), ("KEY_PLAY", 207),
    ("KEY_FASTFORWARD", 208),
    ("KEY_MEDIA", 226),
  ]

  /// The keys that are received from a device.
  ///
  /// - Parameter isJack: whether the device is a jack. Only a jack's BTN_0 is a headset's button.
  public static func codes(isJack: Bool) -> CodeSet {
    CodeSet(names.map(\.code) + (isJack ? [jackButton] : []))
  }

  /// The effect of a device's key; nil for a key that is not received (RMT-7, CLK-17).
  ///
  /// - Parameters:
  ///   - isJack: whether the device is a jack.
  ///   - clickKeys: the keys whose clicks are counted although they have an effect of their own.
  public static func meaning(of code: UInt16, isJack: Bool, clickKeys: CodeSet = CodeSet()) -> Meaning? {
    if clickKeys.contains(code), codes(isJack: isJack).contains(code) { return .click }
    return switch code {
    case 200, 207: .command(.play)
    case 201: .command(.pause)
    case 166: .command(.stop)
    case playPause: .command(.togglePlayPause)
    case 163: .command(.nextTrack)
    case 165: .command(.previousTrack)
    case 168: .seek(.backward)
    case 208: .seek(.forward)
    case media: .click
    case jackButton where isJack: .click
    default: nil
    }
  }
}
