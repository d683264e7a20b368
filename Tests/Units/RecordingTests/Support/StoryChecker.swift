/// Rules that hold for every story of the daemon, whatever fingers do.
struct StoryChecker {
  /// The first broken rules, a sentence each.
  private(set) var violations: [String] = []
  private var phases: [Int: String] = [:]
  private var lives: [Int: [ReplayLine]] = [:]

  /// Reads a whole story.
  init(_ lines: [ReplayLine]) {
    require(lines.first?.type == "device" && lines.first?.state == "added", "it begins with its device")
    require(lines.last?.type == "device" && lines.last?.state == "removed", "it ends with its device")
    for (before, line) in zip(lines, lines.dropFirst()) {
      require(before.time <= line.time, "time runs back at line \(line.seq)")
      require(before.seq + 1 == line.seq, "line \(line.seq) does not follow \(before.seq)")
    }
    for line in lines {
      if line.type == "touches" { take(touches: line) }
      if line.type == "gesture" { take(gesture: line) }
      if line.type == "transition" { take(transition: line) }
    }
    for (touch, phase) in phases {
      require(["ended", "cancelled"].contains(phase), "touch \(touch) never ends")
    }
    for (gesture, life) in lives { check(life, of: gesture) }
  }

  private mutating func take(touches line: ReplayLine) {
    let phase = line.phase ?? "none"
    for touch in line.touches ?? [] {
      let before = phases[touch.id]
      switch phase {
      case "began": require(before == nil, "touch \(touch.id) begins twice")
      case "moved", "ended", "cancelled":
        require(
          before == "began" || before == "moved", "touch \(touch.id): \(phase) after \(before ?? "none")")
      default: require(false, "touch \(touch.id): \(phase)")
      }
      require(touch.location.count == 2, "touch \(touch.id) is nowhere")
      phases[touch.id] = phase
    }
  }

  private mutating func take(gesture line: ReplayLine) {
    guard let id = line.gestureId else { return require(false, "line \(line.seq) is of no gesture") }
    lives[id, default: []].append(line)
    // The encoder omits a number that is not finite, together with its field.
    let pairs: [[Double]?]
    switch line.kind {
    case "tap":
      pairs = []
      require((line.taps ?? 0) > 0, "line \(line.seq) has no taps")
    case "swipe":
      pairs = [line.velocity]
      require(["left", "right", "up", "down"].contains(line.direction), "line \(line.seq) goes nowhere")
    case "pan": pairs = [line.translation, line.velocity]
    case "long_press":
      pairs = [line.start]
      require((line.duration ?? -1) >= 0, "line \(line.seq) has no duration")
    default: return require(false, "line \(line.seq) is of kind \(line.kind ?? "none")")
    }
    for pair in pairs + [line.location] {
      require(pair?.count == 2, "line \(line.seq) lacks a pair of numbers")
    }
    require((1...10).contains(line.touchCount ?? 0), "line \(line.seq) has no fingers")
  }

  /// A transition's reason must be true. Numbers are rounded, so a number above a limit may look equal to it.
  private mutating func take(transition line: ReplayLine) {
    guard let reason = line.reason else { return require(false, "line \(line.seq) has no reason") }
    guard let (value, comparison, limit) = line.measure else {
      return require(!reason.contains { $0.isNumber }, "line \(line.seq): \(reason)")
    }
    require(comparison == "<" ? value <= limit : value >= limit, "line \(line.seq): \(reason)")
  }

  /// A tap or a swipe has one action. Other gestures begin, may change any number of times, then end or are cancelled.
  private mutating func check(_ life: [ReplayLine], of gesture: Int) {
    let states = life.map { $0.state ?? "none" }
    let said = "gesture \(gesture): \(states.joined(separator: " "))"
    if ["tap", "swipe"].contains(life[0].kind) {
      require(states == ["ended"], said)
    } else {
      require(
        states.count >= 2 && states[0] == "began" && ["ended", "cancelled"].contains(states.last), said)
      require(states.dropFirst().dropLast().allSatisfy { $0 == "changed" }, said)
    }
    for line in life {
      require(
        line.recognizer == life[0].recognizer && line.kind == life[0].kind, "\(said): of two recognizers")
      require(line.device == life[0].device, "\(said): on two devices")
      require(line.sequence == life[0].sequence, "\(said): in two sequences")
    }
  }

  private mutating func require(_ isTrue: Bool, _ violation: @autoclosure () -> String) {
    if !isTrue, violations.count < 10 { violations.append(violation()) }
  }
}
