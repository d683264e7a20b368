import LinuxEventLoop

/// What the terminal shows, so that only lines that are new are sent: over a slow connection that is what counts.
struct MonitorPage {
  let usesColor: Bool
  private var shown: [String] = []
  private var wanted: [String] = []
  private var size: TerminalSize?
  private var model = MonitorModel()
  private var isHeld = false
  private var isUnknown = true

  init(usesColor: Bool) {
    self.usesColor = usesColor
  }

  /// Whether the terminal shows what it is to show.
  var isCurrent: Bool { shown == wanted && !isUnknown }

  /// The terminal shows nobody knows what: all of it is drawn again.
  mutating func forget() {
    shown = []
    isUnknown = true
  }

  /// Draws a model; nil where nothing is new in it.
  mutating func show(_ model: MonitorModel?, _ picture: MonitorPicture) {
    guard model != nil || picture.size != size || isHeld else { return }
    if let model { self.model = model }
    draw(picture, isHeld: false)
  }

  /// Keeps the last picture, and says so.
  mutating func hold(_ picture: MonitorPicture) {
    guard picture.size != size || !isHeld else { return }
    draw(picture, isHeld: true)
  }

  /// What makes the terminal show it.
  mutating func takeUpdate() -> String {
    var update = isUnknown ? "\u{1B}[2J" : ""
    isUnknown = false
    for (row, line) in wanted.enumerated() where row >= shown.count || shown[row] != line {
      update += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
    }
    if wanted.count < shown.count { update += "\u{1B}[\(wanted.count + 1);1H\u{1B}[J" }
    shown = wanted
    return update
  }

  private mutating func draw(_ picture: MonitorPicture, isHeld: Bool) {
    if picture.size != size {
      // What a terminal does with its text when its size changes is its own affair.
      forget()
      size = picture.size
    }
    self.isHeld = isHeld
    wanted = picture.lines(model, isPaused: isHeld)
  }
}
