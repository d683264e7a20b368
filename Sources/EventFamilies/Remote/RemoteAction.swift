/// What was asked for: a command, or what UIKit has no number for.
public enum RemoteAction: Hashable, Sendable {
  /// A command.
  case command(RemoteCommand)
  /// One click. What it is depends on whether the player is stopped (CLK-1, CLK-2), which whoever delivers it knows.
  case click
  /// The headset's button is held from the first press on (CLK-7).
  case longPress
}
