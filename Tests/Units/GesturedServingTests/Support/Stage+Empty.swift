import DaemonTestSupport
import GesturedScene

@testable import GesturedServing

extension Stage {
  /// Everyone's stage without recognizers.
  static func empty() throws -> Stage { Stage(everyone: try Scene([]), places: 1024) }
}
