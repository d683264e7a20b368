import ArgumentParser
import GesturedDaemon

/// What starts a replay that is served.
enum ReplayStartArgument: String, ExpressibleByArgument, CaseIterable {
  /// A client that says what it wants to hear of.
  case subscribe
  /// Any client.
  case connect

  /// What the daemon is told.
  var start: ReplayOptions.Start {
    switch self {
    case .subscribe: .subscription
    case .connect: .connection
    }
  }
}
