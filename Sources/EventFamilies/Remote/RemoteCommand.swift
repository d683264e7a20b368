/// What a remote control or a headset asks a player for, with UIKit's event subtypes as numbers.
public enum RemoteCommand: Int, Hashable, Sendable, CaseIterable {
  /// Play.
  case play = 100
  /// Pause.
  case pause = 101
  /// Stop.
  case stop = 102
  /// Play where it is paused or stopped, pause where it plays.
  case togglePlayPause = 103
  /// The next track.
  case nextTrack = 104
  /// The track before.
  case previousTrack = 105
  /// Wind back, from now on.
  case beginSeekingBackward = 106
  /// Wind back no more.
  case endSeekingBackward = 107
  /// Wind forward, from now on.
  case beginSeekingForward = 108
  /// Wind forward no more.
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

  /// The command with a word.
  public init?(word: String) {
    guard let command = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = command
  }
}
