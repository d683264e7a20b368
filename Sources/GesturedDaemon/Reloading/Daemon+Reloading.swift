import GestureCore
import GesturedBase
import GesturedCommands
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop

/// Reloads the configuration on request: `systemctl reload`, or SIGHUP.
extension Daemon {
  /// Reads and checks the configuration where that is due, and takes it over once no finger is down.
  func settleReload() {
    defer { if reload.nextDeadline != nil { turn.owe(.reload) } }
    if reload.consumeReading(now: turn.now), let file = options.configurationFile {
      _ = notifier.reloading(at: turn.now)
      do throws(DaemonError) {
        reload.accept(try file.load(), now: turn.now)
      } catch {
        refuse(error)
      }
    }
    // Changes under way are published first, a few each turn.
    guard reload.isChecked, commands.mayTakeConfiguration else { return }
    guard
      let configuration = reload.removeChecked(hasTouches: hasTouches(at: turn.now), now: turn.now)
    else {
      if reload.beginsToWait() { tellOfWait() }
      return
    }
    do throws(DaemonError) {
      let old = publisher.everyone.scene.configuration
      try commands.adopt(configuration, wanted: reload.wantedAt)
      conclude(configuration, insteadOf: old)
    } catch {
      refuse(error)
    }
  }

  /// Requests a reload.
  func wantReload() {
    reload.want(now: turn.now)
    turn.owe(.reload | .deadlines)
  }

  /// Says why a reload does not end: `systemctl reload` blocks until it does, and prints nothing.
  private func tellOfWait() {
    var touched: [String] = []
    input.forEachTouchscreen(at: turn.now) { touchscreen, _ in
      if touchscreen.isInUse { touched.append("device \(touchscreen.number)") }
    }
    let text =
      "the reload waits until no finger touches \(touched.joined(separator: " and ")) (\(VisibleText.number(ConfigurationReload.patience.seconds)) s at most)"
    turn.notice(.configuration, text)
    _ = notifier.status(text)
  }

  /// Whether any touchscreen is in use.
  func hasTouches(at now: Instant) -> Bool {
    var hasTouches = false
    input.forEachTouchscreen(at: now) { touchscreen, _ in
      if touchscreen.isInUse { hasTouches = true }
    }
    return hasTouches
  }

  private func conclude(_ configuration: Configuration, insteadOf old: Configuration) {
    commands.configurationState.reloads += 1
    commands.configurationState.mistakes = []
    commands.configurationState.waiting = waitingSettings(of: configuration.socket).map(\.description)
    reconfigureServing(configuration.socket)
    applyFiltering(configuration)
    let isSame = configuration == old
    turn.notice(
      .configuration,
      "the configuration was read again\(isSame ? ": it is the same" : ", and is in force now")")
    for text in commands.configurationState.waiting { turn.notice(.mistakes, text) }
    endReading()
  }

  /// Lets recognizers that no client hears rest, where a touchscreen may be filtered. A recording has no applications, and
  /// without a socket the dump is the listener.
  func applyFiltering(_ configuration: Configuration) {
    guard case .devices = options.input, options.socket != nil else { return }
    publisher.setFiltering(configuration.filtersTouches)
  }

  /// Applies the settings of `[socket]` about clients, which take effect at once.
  private func reconfigureServing(_ settings: SocketSettings) {
    entrance?.reconfigure(UserQuotas.Limits(settings))
    let count =
      publisher.reconfigure(SubscriberLimits(settings))
    guard count > 0 else { return }
    turn.notice(
      .configuration,
      "[socket] positions or single_finger has changed: \(count) clients got bye and must connect again"
    )
  }

  /// The settings of `[socket]` about the sockets themselves that have no effect, for `status` and the journal. This
  /// process or the service manager makes the sockets only once.
  func waitingSettings(of settings: SocketSettings) -> [MessageLine] {
    guard inherited == nil else {
      let keys = settings.socketKeys(otherThan: nil)
      return keys.isEmpty
        ? []
        : [ReloadWarning.socketOfServiceManager.with(keys.joined(separator: ", "))]
    }
    let keys = settings.socketKeys(otherThan: options.configuration.socket)
    return keys.isEmpty ? [] : [ReloadWarning.socketLater.with(keys.joined(separator: ", "))]
  }

  /// Logs the mistakes. The old configuration stays.
  private func refuse(_ error: DaemonError) {
    let lines = "\(error)".split(separator: "\n").map(String.init)
    commands.configurationState.mistakes = lines
    // One line, so that the journal's limit does not separate the mistakes of a file.
    let first = lines.prefix(Self.mostMistakes).joined(separator: " · ")
    let rest = lines.count > Self.mostMistakes ? " · and \(lines.count - Self.mostMistakes) more" : ""
    turn.warning(.mistakes, ReloadWarning.kept.with(first + rest))
    endReading()
  }

  /// Tells the service manager that the reload is over.
  private func endReading() {
    _ = notifier.ready()
    if reload.endsWait() { _ = notifier.status("") }
  }

  private static let mostMistakes = 4
}
