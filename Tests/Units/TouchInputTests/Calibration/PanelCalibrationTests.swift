import GestureCore
import GestureTestSupport
import Testing

@testable import TouchInput

/// The position of a panel, computed from touched marks.
@Suite struct PanelCalibrationTests {
  private static let marks = [Point(0.1, 0.1), Point(0.9, 0.1), Point(0.9, 0.9), Point(0.1, 0.9)]

  /// Correctly touched marks, on a panel whose position a matrix describes.
  private func touches(_ matrix: AffineTransform) throws -> [MarkTouch] {
    let inverse = try #require(matrix.inverse)
    return Self.marks.map { MarkTouch(mark: $0, reported: inverse.apply($0)) }
  }

  private func distance(_ a: AffineTransform, _ b: AffineTransform) -> Double {
    [(a.a, b.a), (a.b, b.b), (a.c, b.c), (a.d, b.d), (a.tx, b.tx), (a.ty, b.ty)].map { abs($0 - $1) }.max()
      ?? 0
  }

  @Test("DMN-11 each of the eight orientations is recognized from four touches, and has exact numbers")
  func orientations() throws {
    for orientation in PanelOrientation.allCases {
      let calibration = try PanelCalibration(touches(orientation.shares))
      #expect(calibration.orientation == orientation && calibration.isOrientationOnly)
      #expect(calibration.matrix == orientation.shares)
      #expect(calibration.residual < 1e-9 && calibration.deviation < 1e-9)
    }
    #expect(PanelOrientation.allCases.count == 8)
    #expect(Set(PanelOrientation.allCases.map(\.description)).count == 8)
  }

  @Test("DMN-11 any matrix is found again within a millionth")
  func anyMatrix() throws {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<500 {
      func part(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
      let base = PanelOrientation.allCases[Int.random(in: 0..<8, using: &generator)].shares
      let own = AffineTransform(
        part(0.5...2), part(-0.2...0.2), part(-0.2...0.2), part(0.5...2), part(-0.5...0.5), part(-0.5...0.5))
      let matrix = base.after(own)
      let calibration = try PanelCalibration(touches(matrix))
      #expect(distance(calibration.measured, matrix) < 1e-6)
      #expect(calibration.residual < 1e-6)
    }
  }

  @Test("DMN-11 fingers that err by a hundredth give a matrix that errs by no more than fingers do")
  func noise() throws {
    var generator = SeededGenerator(seed: 21)
    let matrix = AffineTransform(1.3, 0, 0, 1.1, -0.2, 0.1)
    for _ in 0..<200 {
      let touches = try touches(matrix).map { touch in
        var touch = touch
        touch.reported.x += Double.random(in: -0.01...0.01, using: &generator)
        touch.reported.y += Double.random(in: -0.01...0.01, using: &generator)
        return touch
      }
      let calibration = try PanelCalibration(touches)
      for mark in Self.marks {
        let reported = try #require(matrix.inverse).apply(mark)
        #expect((calibration.measured.apply(reported) - mark).length < 0.025)
      }
      #expect(!calibration.isOrientationOnly && calibration.orientation == PanelOrientation(.none))
    }
  }

  @Test("a matrix within two hundredths of an orientation is taken for it, a farther one is not")
  func nearly() throws {
    let near = try PanelCalibration(touches(AffineTransform(1.01, 0, 0, 1, 0, 0.01)))
    #expect(near.isOrientationOnly && near.matrix == .identity)
    #expect(distance(near.measured, AffineTransform(1.01, 0, 0, 1, 0, 0.01)) < 1e-9)
    let far = try PanelCalibration(touches(AffineTransform(1.03, 0, 0, 1, 0, 0.01)))
    #expect(!far.isOrientationOnly && far.matrix == far.measured)
  }

  @Test("a mark that was touched elsewhere is told, whichever it is and however the panel lies")
  func misplaced() throws {
    let shift = Vector(0.11, -0.08)
    for orientation in PanelOrientation.allCases {
      for mark in Self.marks.indices {
        var touches = try touches(orientation.shares.after(AffineTransform(1.02, 0, 0, 0.98, 0.01, 0)))
        touches[mark].reported = touches[mark].reported + shift
        let trouble = #expect(throws: CalibrationTrouble.self) { try PanelCalibration(touches) }
        guard case .misplaced(let told, let share) = trouble else {
          Issue.record("\(String(describing: trouble))")
          continue
        }
        #expect(told == mark && abs(share - shift.length) < 0.01)
      }
    }
  }

  @Test("touches on a line or in one place give no matrix")
  func flat() {
    let places = [
      [Point](repeating: Point(0.5, 0.5), count: 4), (0..<4).map { Point(Double($0) * 0.3, 0.5) },
    ]
    for places in places {
      let touches = zip(Self.marks, places).map { MarkTouch(mark: $0, reported: $1) }
      #expect(throws: CalibrationTrouble.onOneLine) { try PanelCalibration(touches) }
    }
    #expect(throws: CalibrationTrouble.onOneLine) { try PanelCalibration([]) }
  }
}
