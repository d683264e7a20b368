/// The content of the monitor: a value that follows events and forgets old activity. Times are seconds on the monitor's
/// own clock, given with each call.
struct MonitorModel {
  /// A touchscreen with its regions and trails.
  struct Screen {
    let number: Int
    let name: String
    /// The width and height in mm.
    let width: Double
    let height: Double
    var regions: [(name: String, box: MonitorNews.Box)] = []
    var trails: [Trail] = []
  }

  /// The past places of a finger or of a gesture's center.
  struct Trail {
    let id: UInt64
    var label: String
    var points: [(place: MonitorNews.Place, time: Double)]
    var isDown = true

    /// The present or last place.
    var place: MonitorNews.Place? { points.last?.place }
  }

  /// The time for which a trail stays visible, in seconds.
  static let trailTime = 1.2
  /// The most points of a trail. A finger gives some hundred per second.
  static let trailLimit = 256
  /// The most screens, and regions of a screen, that are remembered.
  static let screenLimit = 64
  static let regionLimit = 512

  /// The text of the head line about the connection.
  private(set) var connection = "connecting …"
  private(set) var isConnected = false
  private(set) var screens: [Screen] = []
  /// The last activity of recognizers.
  private(set) var activities = MonitorActivities()
  private(set) var droppedCount = 0
  /// The recognizers that work as if passive because no client listens.
  private(set) var observed: Set<MonitorNews.Recognizer> = []
  private var needsHearing = true
  /// Whether the daemon sends touches, not gestures alone.
  private(set) var seesTouches = false
  /// Whether private mode hides places and gestures of single fingers.
  private(set) var isPrivate = false
  /// The seconds for which no finger has been down, the longest of `MonitorFeed.idleSpans` that are over; nil for none.
  private(set) var idleSpan: Double?
  /// The last action or deferred edge, in words; nil for none.
  private(set) var notice: String?
  /// The names of the listed recognizers; empty for all.
  private let chosen: Set<String>
  private var shown: Int?

  /// - Parameter chosen: the names of the listed recognizers; empty for all.
  init(chosen: Set<String> = []) {
    self.chosen = chosen
  }

  /// The visible screen: the last touched one, unless the person chose another.
  var screen: Screen? { screens.first { $0.number == shown } ?? screens.first }

  /// Shows the next screen.
  mutating func showNextScreen() {
    guard let present = screens.firstIndex(where: { $0.number == screen?.number }) else { return }
    shown = screens[(present + 1) % screens.count].number
  }

  mutating func apply(_ news: MonitorNews, at time: Double) {
    switch news {
    case .connected(let version, let tellsTouches):
      self = MonitorModel(chosen: chosen)
      connection = "gestured \(version)"
      isConnected = true
      seesTouches = tellsTouches
    case .lost(let why):
      connection = why
      isConnected = false
      idleSpan = nil
      for position in screens.indices { screens[position].trails = [] }
      activities.lose()
    case .device(let number, let name, let width, let height):
      add(Screen(number: number, name: name, width: width, height: height))
    case .deviceGone(let number):
      screens.removeAll { $0.number == number }
    case .region(let device, let name, let box):
      change(device) { screen in
        screen.regions.removeAll { $0.name == name }
        if screen.regions.count < Self.regionLimit { screen.regions.append((name, box)) }
      }
    case .regionGone(let device, let name):
      change(device) { $0.regions.removeAll { $0.name == name } }
    case .moved(let device, let contacts):
      shown = device
      for contact in contacts { move(contact, on: device, at: time) }
    case .lifted(let device, let ids):
      for id in ids { end(id, on: device) }
    case .gesture(let gesture): apply(gesture, at: time)
    case .transition(let transition):
      needsHearing = true
      if isChosen(transition.recognizer) { activities.record(transition) }
    case .hearing(let recognizers):
      observed = Set(recognizers.filter(\.isOnlyObserved).map(\.recognizer))
    case .privateMode(let isOn): isPrivate = isOn
    case .idle(let span): idleSpan = span
    case .notice(let text): notice = text
    case .dropped(let count): droppedCount += min(count, 1_000_000_000)
    }
  }

  /// Forgets trails that have faded.
  ///
  /// - Returns: whether trails are still fading, so that the picture changes without news.
  mutating func fade(at time: Double) -> Bool {
    var isFading = false
    for position in screens.indices {
      for trail in screens[position].trails.indices {
        screens[position].trails[trail].forget(before: time - Self.trailTime)
      }
      screens[position].trails.removeAll { !$0.isDown && $0.points.isEmpty }
      if !screens[position].trails.isEmpty { isFading = true }
    }
    return isFading
  }

  /// Whether to ask for the hearing of recognizers: activity has arrived since the last request.
  mutating func removeHearingRequest() -> Bool {
    defer { needsHearing = false }
    return isConnected && needsHearing
  }

  private mutating func add(_ screen: Screen) {
    screens.removeAll { $0.number == screen.number }
    guard screens.count < Self.screenLimit, screen.width > 0, screen.height > 0 else { return }
    screens.append(screen)
    screens.sort { $0.number < $1.number }
  }

  private mutating func change(_ device: Int, _ body: (inout Screen) -> Void) {
    guard let position = screens.firstIndex(where: { $0.number == device }) else { return }
    body(&screens[position])
  }

  private mutating func apply(_ gesture: MonitorNews.Gesture, at time: Double) {
    needsHearing = true
    if isChosen(gesture.recognizer) { activities.record(gesture) }
    // Without touches, the places of gestures make the trails.
    guard !seesTouches, let place = gesture.place else { return }
    shown = gesture.device
    move(
      MonitorNews.Contact(id: gesture.id, place: place), on: gesture.device, label: gesture.recognizer.name,
      at: time)
    if gesture.state == "ended" || gesture.state == "cancelled" { end(gesture.id, on: gesture.device) }
  }

  private func isChosen(_ recognizer: MonitorNews.Recognizer) -> Bool {
    chosen.isEmpty || chosen.contains(recognizer.name)
  }

  private mutating func move(
    _ contact: MonitorNews.Contact, on device: Int, label: String = "", at time: Double
  ) {
    change(device) { screen in
      if let position = screen.trails.firstIndex(where: { $0.id == contact.id && $0.isDown }) {
        screen.trails[position].points.append((contact.place, time))
        if screen.trails[position].points.count > Self.trailLimit {
          screen.trails[position].points.removeFirst()
        }
      } else {
        let name = label.isEmpty ? screen.freeNumber : label
        screen.trails.append(Trail(id: contact.id, label: name, points: [(contact.place, time)]))
        if screen.trails.count > Self.trailLimit { screen.trails.removeFirst() }
      }
    }
  }

  private mutating func end(_ id: UInt64, on device: Int) {
    let isFinger = seesTouches
    change(device) { screen in
      for position in screen.trails.indices where screen.trails[position].id == id {
        screen.trails[position].isDown = false
        // The next finger gets the number.
        if isFinger { screen.trails[position].label = "" }
      }
    }
  }
}

extension MonitorModel.Screen {
  /// The smallest number, from 1, that no finger on the screen has.
  fileprivate var freeNumber: String {
    let taken = Set(trails.lazy.filter(\.isDown).map(\.label))
    return (1...MonitorModel.trailLimit).lazy.map { "\($0)" }.first { !taken.contains($0) } ?? "+"
  }
}

extension MonitorModel.Trail {
  /// Removes old points. The last place of a finger that is down stays, however long the finger rests.
  fileprivate mutating func forget(before time: Double) {
    let last = points.last
    points.removeAll { $0.time < time }
    if points.isEmpty, isDown, let last { points = [last] }
  }
}
