public import GestureCore

/// Where sound goes, by what is plugged in and what clients want.
///
/// The output that was plugged in last is the route, and the one before it once that is pulled out (AUD-9); with
/// nothing plugged in it is the machine's own. The daemon only tells: whoever plays moves the sound.
public struct AudioRouter: Sendable {
  /// A port of a device.
  private struct Plug: Hashable, Sendable {
    var device: Int
    var port: AudioPort
  }

  private var settings: AudioSettings
  /// What is plugged in, in the order in which it came.
  private var plugs: [Plug] = []
  private var categories: [(client: Int, category: AudioCategory)] = []
  private var overrides: [Int] = []

  /// The route now.
  public private(set) var route: AudioRoute

  /// A router of a machine in which nothing is plugged.
  public init(_ settings: AudioSettings = AudioSettings()) {
    self.settings = settings
    route = AudioRoute(
      output: settings.hasSpeaker ? .speaker : nil, input: settings.hasMicrophone ? .builtInMicrophone : nil)
  }

  /// What is plugged into a device, as was told.
  public func ports(of device: Int) -> [AudioPort] { plugs.filter { $0.device == device }.map(\.port) }

  /// What the sound is for, as the client says that spoke last; nil where none has.
  public var category: AudioCategory? { categories.last?.category }

  /// Whether a client wants the loudspeaker whatever is plugged in.
  public var isOverridden: Bool { !overrides.isEmpty }

  /// Goes on by other settings; nothing is told of what follows from them.
  public mutating func reconfigure(_ settings: AudioSettings) {
    self.settings = settings
    route = present
  }

  // MARK: Plugs

  /// Something was plugged in or pulled out.
  public mutating func handle(_ change: JackSwitches.Change, of device: Int, at time: Instant) -> RouteChange
  {
    switch change {
    case .pluggedIn(let ports):
      add(ports, of: device)
      return tell(.newDevice, ports, at: time)
    case .pulledOut(let ports):
      plugs.removeAll { $0.device == device && ports.contains($0.port) }
      return tell(.oldDevice, ports, at: time)
    }
  }

  /// Takes over what was plugged in before anybody looked: nothing is told (AUD-8).
  public mutating func adopt(_ ports: [AudioPort], of device: Int) {
    plugs.removeAll { $0.device == device && !ports.contains($0.port) }
    // The later in the order of `AudioPort`, the more likely it is what somebody listens to.
    add(AudioPort.allCases.filter(ports.contains), of: device)
    route = present
  }

  /// A device with jacks is gone (AUD-23).
  ///
  /// - Returns: what follows; nil where nothing was plugged into it.
  public mutating func remove(_ device: Int, at time: Instant) -> RouteChange? {
    let ports = plugs.filter { $0.device == device }.map(\.port)
    guard !ports.isEmpty else { return nil }
    plugs.removeAll { $0.device == device }
    return tell(.oldDevice, ports, at: time)
  }

  /// Takes in what is plugged into all devices after the machine has slept (AUD-18).
  ///
  /// - Parameter states: the ports of each device.
  /// - Returns: one change for all; nil where all is as it was.
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

  /// A client says what its sound is for (AUD-14, AUD-15, AUD-17).
  ///
  /// - Returns: what follows; nil where it had said so before.
  public mutating func setCategory(_ category: AudioCategory, of client: Int, at time: Instant)
    -> RouteChange?
  {
    let said = categories.first { $0.client == client }?.category
    guard said != category else { return nil }
    categories.removeAll { $0.client == client }
    categories.append((client, category))
    return tell(category.needsInput && route.input == nil ? .noSuitableRoute : .category, at: time)
  }

  /// A client wants the loudspeaker, or does not any more (AUD-16).
  ///
  /// - Returns: what follows; nil where it had said so before.
  public mutating func setOverride(_ isOn: Bool, of client: Int, at time: Instant) -> RouteChange? {
    guard overrides.contains(client) != isOn else { return nil }
    if isOn { overrides.append(client) } else { overrides.removeAll { $0 == client } }
    return tell(.override, at: time)
  }

  /// Something about a port has changed that no switch tells of (AUD-19).
  public mutating func configurationChanged(at time: Instant) -> RouteChange {
    tell(.configuration, at: time)
  }

  /// Forgets a client that is gone, with what it wanted.
  ///
  /// - Returns: what follows; nil where nothing does.
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

  /// The route as it follows from what is plugged in and wanted.
  private var present: AudioRoute {
    let builtIn: AudioPort? = settings.hasSpeaker ? .speaker : nil
    let plugged = plugs.last { !$0.port.isInput }?.port
    let output = isOverridden ? builtIn ?? plugged : plugged ?? builtIn
    let input = plugs.last { $0.port.isInput }?.port ?? (settings.hasMicrophone ? .builtInMicrophone : nil)
    return AudioRoute(output: output, input: input)
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
