/// A request of a remote control: a command, or a request without a number in UIKit.
public enum RemoteAction: Hashable, Sendable {
  /// A command.
  case command(RemoteCommand)
  /// One click. Its command depends on the receiver's player (CLK-1, CLK-2), so `RemoteReceivers` chooses it.
  case click
  /// The headset's button is held from the first press on (CLK-7).
  case longPress
}
