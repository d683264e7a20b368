public import GestureCore

extension PanelPlacement {
  /// The range of each number of a calibration.
  public static let calibrationRange = -100.0...100

  /// Makes a calibration of six numbers, row by row as udev has them; nil where a number is out of range or the matrix
  /// has no inverse.
  public static func calibration(rows numbers: [Double]) -> AffineTransform? {
    guard numbers.count == 6, numbers.allSatisfy(calibrationRange.contains) else { return nil }
    let matrix = AffineTransform(numbers[0], numbers[3], numbers[1], numbers[4], numbers[2], numbers[5])
    return matrix.inverse == nil ? nil : matrix
  }

  /// Makes a calibration of the text of udev's LIBINPUT_CALIBRATION_MATRIX: six decimal numbers separated by spaces;
  /// nil for any other text.
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
