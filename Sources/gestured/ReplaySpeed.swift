import ArgumentParser

/// The speed of a replay.
enum ReplaySpeed: String, ExpressibleByArgument, CaseIterable {
  /// As fast as the readers allow.
  case max
  /// The speed of the recording.
  case real
}
