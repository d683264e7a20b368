import GesturedConfiguration

extension SubscriberLimits {
  /// The limits of a configuration.
  init(_ settings: SocketSettings) {
    self.init(
      queueLines: settings.queueLines, queueBytes: settings.queueBytes,
      sendBufferBytes: settings.sendBufferBytes, stall: settings.stall,
      maximumSubscribers: settings.maximumSubscribers)
    requests = InboxLimits(settings)
    hidesPlaces = settings.positions == .none
    hidesSingleFinger = !settings.includesSingleFinger
  }
}
