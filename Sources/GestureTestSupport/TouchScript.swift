import GestureCore
import TouchInput

/// A finger script of a test, in points of the test screen.
public struct TouchScript: Sendable {
  /// One step of the script.
  public typealias Step = FingerScript.Step

  /// The millimeters per point.
  public static let millimetresPerPoint = RegionLength.millimetresPerPoint

  private var script = FingerScript()

  /// A script without fingers down.
  public init() {}

  /// Reads the next part of a script. Fingers of earlier parts stay down. A mistake in the text is a programming error
  /// of the test.
  public mutating func read(_ text: String) -> [Step] {
    do throws(FingerScript.Mistake) {
      return try script.read(text)
    } catch {
      preconditionFailure("“\(text)”: \(error)")
    }
  }
}
