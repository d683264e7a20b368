public import TouchInput

/// The keys that are received at all, as numbers of linux/input-event-codes.h. All others are masked
/// before the first read.
public enum MediaKey {
  /// What a key does.
  public enum Meaning: Hashable, Sendable {
    /// It asks for a command once, at the press (RMT-1).
    case command(RemoteCommand)
    /// It winds for as long as it is down (RMT-3, RMT-4).
    case seek(SeekDirection)
    /// Its clicks are counted.
    case click
  }

  /// KEY_PLAYPAUSE
  public static let playPause: UInt16 = 164
  /// KEY_MEDIA: the middle button of a headset, Android's headset hook.
  public static let media: UInt16 = 226
  /// BTN_0: that button where ALSA tells of it.
  public static let jackButton: UInt16 = 0x100

  /// The keys but BTN_0, by their names in the kernel's header.
  public static let names: [(name: String, code: UInt16)] = [
    ("KEY_NEXTSONG", 163), ("KEY_PLAYPAUSE", 164), ("KEY_PREVIOUSSONG", 165), ("KEY_STOPCD", 166),
    ("KEY_REWIND", 168), ("KEY_PLAYCD", 200), ("KEY_PAUSECD", 201), ("KEY_PLAY", 207),
    ("KEY_FASTFORWARD", 208),
    ("KEY_MEDIA", 226),
  ]

  /// The keys that are received of a device.
  ///
  /// - Parameter isJack: whether it is a jack, whose BTN_0 is a headset's button: everybody else's is no such thing.
  public static func codes(isJack: Bool) -> CodeSet {
    CodeSet(names.map(\.code) + (isJack ? [jackButton] : []))
  }

  /// What a key of a device means; nil for one that is not received (RMT-7, CLK-17).
  ///
  /// - Parameters:
  ///   - isJack: whether the device is a jack.
  ///   - clickKeys: the keys whose clicks are counted although they have a meaning of their own.
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
