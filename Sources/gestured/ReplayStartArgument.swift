import ArgumentParser
import GesturedDaemon
import GesturedDevices

/// The event that starts a served replay.
enum ReplayStartArgument: String, ExpressibleByArgument, CaseIterable {
  /// The first subscription of a client.
  case subscribe
  /// The first connection of a client.
  case connect

  /// The start in the daemon's options.
  var start: ReplayOptions.Start {
    switch self {
    case .subscribe: .subscription
    case .connect: .connection
    }
  }
}
