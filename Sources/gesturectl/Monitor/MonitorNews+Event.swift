import GestureClient

/// Converts a connection's events to news.
extension MonitorNews {
  /// An event as news; nil where the monitor does not show it.
  init?(_ event: GestureEvent) {
    switch event {
    case .device(let device):
      if device.state == .removed {
        self = .deviceGone(number: device.device)
      } else {
        self = .device(
          number: device.device, name: device.name, width: device.size.x, height: device.size.y)
      }
    case .region(let region):
      guard let news = MonitorNews(region) else { return nil }
      self = news
    case .touches(let update):
      switch update.phase {
      case .began, .moved, .stationary:
        self = .moved(device: update.device, update.touches.compactMap(Contact.init))
      case .ended, .cancelled: self = .lifted(device: update.device, update.touches.map(\.id))
      }
    case .gesture(let gesture): self = .gesture(Gesture(gesture))
    case .transition(let transition):
      self = .transition(
        Transition(
          sequence: transition.sequence,
          recognizer: Recognizer(name: transition.recognizer, client: transition.client),
          kind: transition.kind.rawValue,
          touchCount: transition.touchCount, state: transition.to, reason: transition.reason))
    case .inhibit(let lease): self = .privateMode(lease.state == .began)
    case .dropped(let count): self = .dropped(count)
    case .idle(let notice): self = .idle(notice.state == .began ? notice.after : nil)
    case .action, .deferred:
      guard let text = EventText.line(for: event) else { return nil }
      self = .notice(text)
    // The monitor shows no other event.
    default: return nil
    }
  }

  private init?(_ notice: RegionNotice) {
    guard let device = notice.device else { return nil }
    if notice.state == .removed {
      self = .regionGone(device: device, name: notice.region)
      return
    }
    // The picture's frame already shows the whole screen.
    guard let box = Box(notice), notice.region != "root", notice.region != "window" else { return nil }
    self = .region(device: device, name: notice.region, box: box)
  }
}

extension MonitorNews.Box {
  /// The bounds of a region; nil where the line does not tell them.
  fileprivate init?(_ notice: RegionNotice) {
    if let frame = notice.frame {
      guard frame.count == 4 else { return nil }
      self.init(corner: MonitorNews.Place(x: frame[0], y: frame[1]), width: frame[2], height: frame[3])
      return
    }
    guard let matrix = notice.matrix, let size = notice.size else { return nil }
    let corner = notice.boundsOrigin.map { MonitorNews.Place(x: $0.x, y: $0.y) }
    self.init(corner: corner ?? MonitorNews.Place(x: 0, y: 0), width: size.x, height: size.y, by: matrix)
  }
}

extension MonitorNews.Hearing {
  /// The hearing in a list of all owners.
  init(_ notice: RecognizerNotice) {
    self.init(
      recognizer: MonitorNews.Recognizer(name: notice.recognizer, client: notice.client),
      isOnlyObserved: notice.isOnlyObserved)
  }
}

extension MonitorNews.Contact {
  fileprivate init?(_ touch: TouchUpdate.Touch) {
    guard let location = touch.location else { return nil }
    self.init(id: touch.id, place: MonitorNews.Place(x: location.x, y: location.y))
  }
}

extension MonitorNews.Gesture {
  fileprivate init(_ gesture: Gesture) {
    var values: [String] = []
    func add(_ name: String, _ text: String?) {
      if let text { values.append(name.isEmpty ? text : "\(name) \(text)") }
    }
    func add(_ name: String, _ number: Double?) { add(name, number.map { "\($0)" }) }
    func add(_ name: String, _ number: Int?) { add(name, number.map { "\($0)" }) }
    func add(_ name: String, _ point: ScreenPoint?) { add(name, point.map { "\($0.x), \($0.y)" }) }
    add("taps", gesture.taps)
    add("", gesture.direction?.rawValue)
    add("", gesture.edge?.rawValue)
    add("tips", gesture.tips)
    add("", gesture.phase)
    add("translation", gesture.translation)
    add("progress", gesture.progress)
    add("scale", gesture.scale)
    add("rotation", gesture.rotation)
    add("duration", gesture.duration)
    add("z", gesture.zOffset)
    add("roll", gesture.roll)
    add("buttons", gesture.buttons)
    self.init(
      device: gesture.device, sequence: gesture.sequence, id: gesture.id,
      recognizer: MonitorNews.Recognizer(name: gesture.recognizer, client: gesture.client),
      kind: gesture.kind.rawValue,
      state: gesture.state.rawValue, touchCount: gesture.touchCount, region: gesture.region,
      place: gesture.location.map { MonitorNews.Place(x: $0.x, y: $0.y) },
      values: values.joined(separator: "  "))
  }
}
