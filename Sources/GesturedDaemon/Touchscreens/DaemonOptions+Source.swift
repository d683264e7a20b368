import GestureCore

extension DaemonOptions {
  /// Where touchscreens come from, ready to be started.
  func source(_ recognizers: RecognizerSet) -> any InputSource {
    switch input {
    case .devices:
      LiveSource(configuration: configuration, recognizers: recognizers)
    case .recordings(let files, let realSpeed):
      ReplaySource(
        files, settings: configuration.touch, recognizers: recognizers, speed: realSpeed ? .real : .maximum,
        waitsForSubscriber: socket != nil && dump == nil)
    }
  }
}
