/// A command of a remote control or a headset for a player. The numbers are values of UIKit's `UIEvent.subtype`.
public enum RemoteCommand: Int, Hashable, Sendable, CaseIterable {
  /// Play.
  case play = 100
  /// Pause.
  case pause = 101
  /// Stop.
  case stop = 102
  /// Play where the player is paused or stopped, pause where it plays.
  case togglePlayPause = 103
  /// The next track.
  case nextTrack = 104
  /// The previous track.
  case previousTrack = 105
  /// Seek backward from now on.
  case beginSeekingBackward = 106
  /// Stop seeking backward.
  case endSeekingBackward = 107
  /// Seek forward from now on.
  case beginSeekingForward = 108
  /// Stop seeking forward.
  case endSeekingForward = 109

  /// The word on the wire (RMT-15).
  public var word: String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .stop: "stop"
    case .togglePlayPause: "toggle"
    case .nextTrack: "next"
    case .previousTrack: "previous"
    case .beginSeekingBackward: "seek_backward_begin"
    case .endSeekingBackward: "seek_backward_end"
    case .beginSeekingForward: "seek_forward_begin"
    case .endSeekingForward: "seek_forward_end"
    }
  }

  /// The command that a word names; nil for any other word.
  public init?(word: String) {
    guard let command = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = command
  }
}

/// A request of a remote control: a command, or a request without a number in UIKit.
public enum RemoteAction: Hashable, Sendable {
  /// A command.
  case command(RemoteCommand)
  /// One click. Its command depends on the receiver's player (CLK-1, CLK-2), so `RemoteReceivers` chooses it.
  case click
  /// The headset's button is held from the first press on (CLK-7).
  case longPress
}

/// The direction of seeking.
public enum SeekDirection: Hashable, Sendable {
  /// Toward the start.
  case backward
  /// Toward the end.
  case forward

  /// The command that starts seeking.
  public var begin: RemoteCommand { self == .backward ? .beginSeekingBackward : .beginSeekingForward }
  /// The command that stops seeking.
  public var end: RemoteCommand { self == .backward ? .endSeekingBackward : .endSeekingForward }
}
