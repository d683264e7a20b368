/// The columns where parts of a text line begin or, where they are aligned to the right, end. Without long names a line
/// of two values fits into 100 columns.
struct TextColumns: Sendable {
  /// The end of the time.
  let timeEnd = 12
  /// The device's number.
  let device = 13
  /// The recognizer's name.
  let name = 16
  /// The state.
  let state: Int
  /// The end of the number of fingers.
  let touchCountEnd: Int
  /// The end of the place's x.
  let xEnd: Int
  /// The end of the place's y.
  let yEnd: Int
  /// Values and reasons.
  let details: Int

  /// Columns for names of up to `nameWidth` characters. A longer name pushes the rest of its line.
  init(nameWidth: Int) {
    state = name + min(max(nameWidth, "recognizer".count), 20) + 1
    touchCountEnd = state + "-> cancelled".count + 3
    xEnd = touchCountEnd + 7
    yEnd = xEnd + 7
    details = yEnd + 2
  }
}
