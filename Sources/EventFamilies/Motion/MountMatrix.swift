/// The orientation of a sensor in its device: IIO's `mount_matrix` and udev's ACCEL_MOUNT_MATRIX (MOT-23).
public struct MountMatrix: Hashable, Sendable {
  /// The rows, which give the device's x, y and z.
  public var rows: [SpatialVector]

  /// The matrix of a sensor with the device's own orientation.
  public static let identity = MountMatrix(
    rows: [SpatialVector(1, 0, 0), SpatialVector(0, 1, 0), SpatialVector(0, 0, 1)])

  private init(rows: [SpatialVector]) {
    self.rows = rows
  }

  /// Reads nine numbers, `;` after each row and `,` after each number: `0, 1, 0; -1, 0, 0; 0, 0, 1`. The text is
  /// hostile input.
  ///
  /// - Returns: nil where the text has another form, a number lies beyond ±10, or all numbers are zero.
  public init?(text: String) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false).map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map { number in
        Double(Self.trimmed(number))
      }
    }
    guard rows.count == 3 else { return nil }
    var vectors: [SpatialVector] = []
    for row in rows {
      let numbers = row.compactMap(\.self).filter { $0.isFinite && abs($0) <= 10 }
      guard row.count == 3, numbers.count == 3 else { return nil }
      vectors.append(SpatialVector(numbers[0], numbers[1], numbers[2]))
    }
    guard vectors.contains(where: { $0 != .zero }) else { return nil }
    self.rows = vectors
  }

  /// Converts a reading of the sensor to the axes of the device.
  public func apply(_ vector: SpatialVector) -> SpatialVector {
    SpatialVector(rows[0].dot(vector), rows[1].dot(vector), rows[2].dot(vector))
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.filter { $0 != " " && $0 != "\n" && $0 != "\t" })
  }
}
