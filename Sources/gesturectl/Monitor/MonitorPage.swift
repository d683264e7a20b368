import LinuxEventLoop

/// The lines on the terminal. Only changed lines are sent, which matters on a slow connection.
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

  /// Whether the terminal shows the wanted lines.
  var isCurrent: Bool { shown == wanted && !isUnknown }

  /// Forgets the lines on the terminal, whose content is unknown. The next update draws everything.
  mutating func forget() {
    shown = []
    isUnknown = true
  }

  /// Draws a model; nil draws only where the terminal's size changed or a hold ended.
  mutating func show(_ model: MonitorModel?, _ picture: MonitorPicture) {
    guard model != nil || picture.size != size || isHeld else { return }
    if let model { self.model = model }
    draw(picture, isHeld: false)
  }

  /// Keeps the last picture, and marks it as on hold.
  mutating func hold(_ picture: MonitorPicture) {
    guard picture.size != size || !isHeld else { return }
    draw(picture, isHeld: true)
  }

  /// The bytes that bring the terminal up to date.
  mutating func renderUpdate() -> String {
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
      // A terminal may rearrange its text in any way when its size changes.
      forget()
      size = picture.size
    }
    self.isHeld = isHeld
    wanted = picture.lines(model, isPaused: isHeld)
  }
}
