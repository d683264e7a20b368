import GestureCore
import LinuxEventLoop

/// The monitor's picture: the screen in its proportions, regions as boxes, fingers with their trails, and recognizers'
/// activity below. It depends only on the model, so that tests can check it.
///
/// ```
///  gestured 0.1.0                                         q quit · tab next screen · space pause
///  ┌ 1 Goodix Capacitive TouchScreen · 160 × 100 mm ───────────────────────────────────────────┐
///  │                 panel⠤⠤⠤⠤                1⠒⠒⠒⠤⠤⠤⠤                                             │
///  └───────────────────────────────────────────────────────────────────────────────────────────┘
///  recognizer       state     values or reason · fingers · times ended
///  scroll           changed   translation 0, -12.5 · 2 fingers · ×3
///  tap*             failed    a finger moved 12.5 mm, and 7.0313 mm are allowed · 2 fingers · ×7
///  * works as passive: no client listens
///  12.5  action copy of client 3, for controller:form
/// ```
struct MonitorPicture {
  /// The smallest terminal with a picture.
  static let smallest = TerminalSize(columns: 40, rows: 10)

  /// The rows of the list that the recognizers of the shipped configuration need: a reason takes two at 80 columns.
  private static let usefulRows = 12
  /// The columns from which on the kind has a column of its own, the most dispensable one.
  private static let columnsForKinds = 100
  /// The most characters of a reason or of values: a sentence with the longest name twice.
  private static let longestDetails = 1000
  /// The columns below which the reason begins below the name.
  private static let columnsForReasons = 60

  /// The size in characters.
  let size: TerminalSize
  let usesColor: Bool
  /// Whether to use ASCII only.
  let isASCII: Bool

  /// The lines from the top, at most as many as the terminal has rows.
  func lines(_ model: MonitorModel, isPaused: Bool = false) -> [String] {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else {
      return [
        String("a terminal of \(Self.smallest.columns) × \(Self.smallest.rows) at least".prefix(size.columns))
      ]
    }
    // The list always has the same number of rows, so that the picture does not move.
    let listRows = max(size.rows / 3, min(size.rows / 2, Self.usefulRows))
    let pictureRows = size.rows - listRows - 1
    let notice = model.notice.map { [plain(String((" " + clean($0)).prefix(size.columns)))] } ?? []
    return [head(model, isPaused: isPaused)] + picture(model, rows: pictureRows)
      + list(model, rows: listRows - notice.count) + notice
  }

  private func head(_ model: MonitorModel, isPaused: Bool) -> String {
    var left = " " + clean(model.connection)
    if model.droppedCount > 0 { left += " · \(model.droppedCount) lines left out" }
    if model.isConnected, !model.seesTouches { left += " · gestures only" }
    if model.isPrivate { left += " · private mode" }
    if let span = model.idleSpan { left += " · idle for \(number(span)) s" }
    let hints = ["q quit · tab next screen · space pause ", "q quit ", ""]
    let right = hints.map { (isPaused ? "PAUSED · " : "") + $0 }.first {
      left.count + $0.count < size.columns
    }
    guard let right else { return plain(String(left.prefix(size.columns))) }
    return plain(left + String(repeating: " ", count: size.columns - left.count - right.count) + right)
  }

  // MARK: The screen

  private func picture(_ model: MonitorModel, rows: Int) -> [String] {
    guard let screen = model.screen else {
      return [plain(model.isConnected ? " no touchscreen yet" : "")] + Array(repeating: "", count: rows - 1)
    }
    let room = (columns: size.columns - 4, rows: rows - 2)
    let perMillimetre = min(
      Double(room.columns * DotCanvas.dotsAcross) / screen.width,
      Double(room.rows * DotCanvas.dotsDown) / screen.height)
    let columns = min(max(1, Int(screen.width * perMillimetre) / DotCanvas.dotsAcross), room.columns)
    let height = min(max(1, Int(screen.height * perMillimetre) / DotCanvas.dotsDown), room.rows)
    var canvas = DotCanvas(columns: columns, rows: height)
    for region in screen.regions { draw(region.name, region.box, perMillimetre, on: &canvas) }
    var labels: [Label] = []
    for trail in screen.trails { draw(trail, perMillimetre, on: &canvas, beside: &labels) }
    let title =
      " \(screen.number) \(clean(screen.name)) · \(number(screen.width)) × \(number(screen.height)) mm "
    var lines = [plain(" " + edge(left: "┌", right: "┐", columns, title: title))]
    let side = plain("│")
    for line in canvas.lines(usesColor: usesColor, isASCII: isASCII) {
      lines.append(" " + side + line + side)
    }
    lines.append(plain(" " + edge(left: "└", right: "┘", columns, title: "")))
    return lines + Array(repeating: "", count: max(0, rows - lines.count))
  }

  private func draw(
    _ name: String, _ box: MonitorNews.Box, _ scale: Double, on canvas: inout DotCanvas
  ) {
    let corners = box.corners.map { dot($0, scale) }
    guard corners.count == 4 else { return }
    let start = corners[0]
    // The last dots lie inside the bounds.
    let right = (x: corners[1].x - 1, y: corners[1].y)
    let last = (x: corners[2].x - 1, y: corners[2].y - 1)
    let bottom = (x: corners[3].x, y: corners[3].y - 1)
    canvas.line(from: start, to: right, .faint)
    canvas.line(from: right, to: last, .faint)
    canvas.line(from: last, to: bottom, .faint)
    canvas.line(from: bottom, to: start, .faint)
    canvas.text(
      clean(name), column: start.x / DotCanvas.dotsAcross + 1, row: start.y / DotCanvas.dotsDown, .plain)
  }

  private func draw(
    _ trail: MonitorModel.Trail, _ scale: Double, on canvas: inout DotCanvas, beside labels: inout [Label]
  ) {
    let ink: DotCanvas.Ink = trail.isDown ? .bright : .plain
    for (from, to) in zip(trail.points, trail.points.dropFirst()) {
      canvas.line(from: dot(from.place, scale), to: dot(to.place, scale), ink)
    }
    guard let place = trail.place else { return }
    let end = dot(place, scale)
    canvas.dot(x: end.x, y: end.y, ink)
    let text = clean(trail.label)
    let column = end.x / DotCanvas.dotsAcross
    var label = Label(row: end.y / DotCanvas.dotsDown, columns: column..<column + text.count)
    // Gestures of the same fingers have the same place. Their labels go below each other to stay legible.
    while labels.contains(where: label.overlaps) { label.row += 1 }
    labels.append(label)
    canvas.text(text, column: column, row: label.row, ink)
  }

  /// The place of a label, in cells.
  private struct Label {
    var row: Int
    var columns: Range<Int>

    func overlaps(_ other: Label) -> Bool { row == other.row && columns.overlaps(other.columns) }
  }

  /// A place in dots. Places outside of every screen become an invisible dot.
  private func dot(_ place: MonitorNews.Place, _ scale: Double) -> (x: Int, y: Int) {
    (
      Int(exactly: (place.x * scale).rounded(.down)) ?? -1,
      Int(exactly: (place.y * scale).rounded(.down)) ?? -1
    )
  }

  private func edge(left: Character, right: Character, _ columns: Int, title: String) -> String {
    let title = String(title.prefix(columns))
    return "\(left)\(title)\(String(repeating: "─", count: columns - title.count))\(right)"
  }

  // MARK: The recognizers

  private func list(_ model: MonitorModel, rows: Int) -> [String] {
    guard model.activities.count > 0 else { return [" no touch yet"] }
    let listed = model.activities.listed
    let hasObserved = listed.contains { model.observed.contains($0.recognizer) }
    let foot = hasObserved ? [line(" * works as passive: no client listens")] : []
    var lines = [line(columns("recognizer", "kind", "state") + "values or reason · fingers · times ended")]
    for (position, activity) in listed.enumerated() {
      let row = self.row(activity, isObserved: model.observed.contains(activity.recognizer))
      let left = listed.count - position
      let room = rows - foot.count - lines.count - (left > 1 ? 1 : 0)
      // A terminal that is too small for the first row shows its beginning.
      guard row.count <= room || position == 0 else {
        lines.append(line(" and \(left) more"))
        break
      }
      lines += shortened(row, to: room).map { paint($0, activity.state) }
    }
    return lines + foot
  }

  /// At most some lines of a row. An ellipsis ends a row that is cut.
  private func shortened(_ row: [String], to count: Int) -> [String] {
    guard row.count > count, count > 0 else { return row }
    return row.prefix(count - 1) + [String(row[count - 1].prefix(size.columns - 1)) + plain("…")]
  }

  /// The lines of a recognizer: the whole reason, broken between words.
  private func row(_ activity: MonitorActivities.Activity, isObserved: Bool) -> [String] {
    let name = clean(activity.recognizer.name) + (activity.recognizer.client.map { "#\($0)" } ?? "")
    let start = columns(name, clean(activity.kind), clean(activity.state), mark: isObserved ? "*" : "")
    let parts = [
      clean(activity.details, upTo: Self.longestDetails),
      activity.touchCount == 1 ? "1 finger" : "\(activity.touchCount) fingers",
      activity.count > 0 ? "×\(activity.count)" : "",
    ]
    let text = parts.filter { !$0.isEmpty }.joined(separator: " · ")
    guard size.columns >= Self.columnsForReasons else {
      return [line(start)] + broken(text, to: size.columns - 3).map { line("   " + $0) }
    }
    let texts = broken(text, to: size.columns - start.count)
    let indent = String(repeating: " ", count: start.count)
    return texts.enumerated().map { line(($0.offset == 0 ? start : indent) + $0.element) }
  }

  /// The first columns of a row.
  private func columns(_ name: String, _ kind: String, _ state: String, mark: String = "") -> String {
    " " + column(name, 17, mark: mark) + (size.columns >= Self.columnsForKinds ? column(kind, 15) : "")
      + column(state, 10)
  }

  /// A text in lines of at most some characters, broken between words, and within words that are longer than a line.
  private func broken(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
        continue
      }
      var rest = word
      while !rest.isEmpty {
        lines.append(String(rest.prefix(width)))
        rest = rest.dropFirst(width)
      }
    }
    return lines
  }

  private func line(_ text: String) -> String { plain(String(text.prefix(size.columns))) }

  private func paint(_ text: String, _ state: String) -> String {
    guard usesColor else { return text }
    let sequence: String
    switch state {
    case "began", "changed": sequence = "\u{1B}[1;32m"
    case "ended": sequence = "\u{1B}[0m"
    default: sequence = "\u{1B}[2m"
    }
    return sequence + text + "\u{1B}[0m"
  }

  private func column(_ text: String, _ width: Int, mark: String = "") -> String {
    let text = String(text.prefix(width - 1 - mark.count)) + mark
    return text + String(repeating: " ", count: width - text.count)
  }

  // MARK: Text

  /// A number, without decimals where it is whole.
  private func number(_ value: Double) -> String {
    guard let tenths = Int(exactly: (value * 10).rounded()) else { return "?" }
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  /// The text without harmful characters, as names come from outside. `?` replaces characters that a terminal obeys, or
  /// that do not take exactly one cell.
  private func clean(_ text: String, upTo count: Int = 200) -> String {
    String(
      text.unicodeScalars.prefix(count).map { scalar in
        let isSafe =
          !VisibleText.isTreacherous(scalar) && (scalar.value < 0x300 || scalar == "…" || scalar == "−")
        return Character(isSafe ? scalar : "?")
      })
  }

  private func plain(_ text: String) -> String {
    guard isASCII else { return text }
    let replacements: [Character: Character] = [
      "┌": "+", "┐": "+", "└": "+", "┘": "+", "─": "-", "│": "|", "×": "x", "·": "-", "…": ".",
    ]
    return String(text.map { $0.isASCII ? $0 : replacements[$0] ?? "?" })
  }
}
