import ArgumentParser

/// How fast recordings are played.
enum ReplaySpeed: String, ExpressibleByArgument, CaseIterable {
  /// As fast as it is taken.
  case max
  /// As it was recorded.
  case real
}
