public import GestureCore

extension PanelPlacement {
  /// What each number of a calibration may be.
  public static let calibrationRange = -100.0...100

  /// A calibration of its six numbers, row by row as udev has them; nil where nothing would come out of it.
  public static func calibration(rows numbers: [Double]) -> AffineTransform? {
    guard numbers.count == 6, numbers.allSatisfy(calibrationRange.contains) else { return nil }
    let matrix = AffineTransform(numbers[0], numbers[3], numbers[1], numbers[4], numbers[2], numbers[5])
    return matrix.inverse == nil ? nil : matrix
  }

  /// A calibration as udev's LIBINPUT_CALIBRATION_MATRIX has it: six decimal numbers between spaces; nil for what is
  /// none.
  public static func calibration(text: String) -> AffineTransform? {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { word in
      // Swift would also read hexadecimal numbers and words for infinity.
      word.utf8.allSatisfy(decimalCharacters.contains) ? Double(word) : nil
    }
    guard numbers.count == words.count else { return nil }
    return calibration(rows: numbers)
  }

  private static let decimalCharacters = Set("0123456789.+-eE".utf8)
}
