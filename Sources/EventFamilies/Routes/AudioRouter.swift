public import GestureCore

/// Determines the route of sound from the plugs and the wishes of clients.
///
/// The route is the output that was plugged in last. Its removal restores the one before (AUD-9), and without plugs the
/// route is the machine's own output. For `AudioCategory.multiRoute` the output before joins the newest. The daemon
/// only reports the route; players move the sound.
public struct AudioRouter: Sendable {
  /// A plugged port of a device.
  private struct Plug: Hashable, Sendable {
    var device: Int
    var port: AudioPort
  }

  private var settings: AudioSettings
  /// The plugs, in the order in which they were plugged in.
  private var plugs: [Plug] = []
  private var categories: [(client: Int, category: AudioCategory)] = []
  private var overrides: [Int] = []

  /// The present route.
  public private(set) var route: AudioRoute

  /// The router of a machine without plugs.
  public init(_ settings: AudioSettings = AudioSettings()) {
    self.settings = settings
    route = AudioRoute(
      output: settings.hasSpeaker ? .speaker : nil, input: settings.hasMicrophone ? .builtInMicrophone : nil)
  }

  /// The reported plugs of a device.
  public func ports(of device: Int) -> [AudioPort] { plugs.filter { $0.device == device }.map(\.port) }

  /// The purpose of the sound, from the client that set one last; nil where none has.
  public var category: AudioCategory? { categories.last?.category }

  /// Whether a client wants the loudspeaker regardless of plugs.
  public var isOverridden: Bool { !overrides.isEmpty }

  /// Applies other settings. A change of the route that follows is not reported.
  public mutating func reconfigure(_ settings: AudioSettings) {
    self.settings = settings
    route = present
  }

  // MARK: Plugs

  /// Applies a change of plugs to the route.
  public mutating func apply(_ change: JackSwitches.Change, of device: Int, at time: Instant) -> RouteChange {
    switch change {
    case .pluggedIn(let ports):
      add(ports, of: device)
      return tell(.newDevice, ports, at: time)
    case .pulledOut(let ports):
      plugs.removeAll { $0.device == device && ports.contains($0.port) }
      return tell(.oldDevice, ports, at: time)
    }
  }

  /// Adopts the plugs at the start, without a report (AUD-8).
  public mutating func adopt(_ ports: [AudioPort], of device: Int) {
    plugs.removeAll { $0.device == device && !ports.contains($0.port) }
    // A later port in the order of `AudioPort` is more likely the one in use.
    add(AudioPort.allCases.filter(ports.contains), of: device)
    route = present
  }

  /// Removes a device with jacks (AUD-23).
  ///
  /// - Returns: the change to report; nil where the device had no plugs.
  public mutating func remove(_ device: Int, at time: Instant) -> RouteChange? {
    let ports = plugs.filter { $0.device == device }.map(\.port)
    guard !ports.isEmpty else { return nil }
    plugs.removeAll { $0.device == device }
    return tell(.oldDevice, ports, at: time)
  }

  /// Adopts the plugs of all devices after the machine has slept (AUD-18).
  ///
  /// - Parameter states: the ports of each device.
  /// - Returns: one change for all; nil where the plugs are the same.
  public mutating func wake(_ states: [(device: Int, ports: [AudioPort])], at time: Instant) -> RouteChange? {
    let before = Set(plugs)
    let after = Set(states.flatMap { state in state.ports.map { Plug(device: state.device, port: $0) } })
    guard before != after else { return nil }
    plugs.removeAll { !after.contains($0) }
    for (device, ports) in states { add(AudioPort.allCases.filter(ports.contains), of: device) }
    let changed = before.symmetricDifference(after).map(\.port)
    return tell(.wake, AudioPort.allCases.filter(changed.contains), at: time)
  }

  // MARK: Clients

  /// Sets the purpose of a client's sound (AUD-14, AUD-15, AUD-17).
  ///
  /// - Returns: the change to report; nil where the purpose is the same.
  public mutating func setCategory(_ category: AudioCategory, of client: Int, at time: Instant)
    -> RouteChange?
  {
    let said = categories.first { $0.client == client }?.category
    guard said != category else { return nil }
    categories.removeAll { $0.client == client }
    categories.append((client, category))
    return tell(category.needsInput && route.input == nil ? .noSuitableRoute : .category, at: time)
  }

  /// Sets whether a client wants the loudspeaker (AUD-16).
  ///
  /// - Returns: the change to report; nil where the wish is the same.
  public mutating func setOverride(_ isOn: Bool, of client: Int, at time: Instant) -> RouteChange? {
    guard overrides.contains(client) != isOn else { return nil }
    if isOn { overrides.append(client) } else { overrides.removeAll { $0 == client } }
    return tell(.override, at: time)
  }

  /// A property of a port has changed without a switch (AUD-19).
  public mutating func configurationChanged(at time: Instant) -> RouteChange {
    tell(.configuration, at: time)
  }

  /// Forgets a client that is gone, with its wishes.
  ///
  /// - Returns: the change to report; nil for none.
  public mutating func forget(_ client: Int, at time: Instant) -> RouteChange? {
    let before = category
    categories.removeAll { $0.client == client }
    if let change = setOverride(false, of: client, at: time) { return change }
    return category == before ? nil : tell(.category, at: time)
  }

  // MARK: Steps

  private mutating func add(_ ports: [AudioPort], of device: Int) {
    for port in ports where !plugs.contains(Plug(device: device, port: port)) {
      plugs.append(Plug(device: device, port: port))
    }
    if ports.contains(where: { $0 != .unknown }) {
      plugs.removeAll { $0 == Plug(device: device, port: .unknown) }
    }
  }

  /// The route that follows from plugs, wishes and settings.
  private var present: AudioRoute {
    let builtIn: AudioPort? = settings.hasSpeaker ? .speaker : nil
    let plugged = plugs.last { !$0.port.isInput }?.port
    let output = isOverridden ? builtIn ?? plugged : plugged ?? builtIn
    let second =
      category == .multiRoute && !isOverridden
      ? plugs.last { !$0.port.isInput && $0.port != plugged }?.port : nil
    let input = plugs.last { $0.port.isInput }?.port ?? (settings.hasMicrophone ? .builtInMicrophone : nil)
    return AudioRoute(output: output, secondOutput: second, input: input)
  }

  private mutating func tell(_ reason: RouteReason, _ ports: [AudioPort] = [], at time: Instant)
    -> RouteChange
  {
    let previous = route
    route = present
    return RouteChange(
      reason: reason, route: route, previous: previous, ports: ports, category: category, time: time)
  }
}
