import GestureCore

// Properties of the core's values that the formats need to write them.

extension GestureState {
  /// The word on the wire.
  var word: String {
    switch self {
    case .possible: "possible"
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

extension TouchPhase {
  /// The word on the wire.
  var word: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

extension TouchType {
  /// The word on the wire.
  var word: String {
    switch self {
    case .direct: "direct"
    case .indirect: "indirect"
    case .pencil: "pencil"
    case .indirectPointer: "indirect_pointer"
    case .eraser: "eraser"
    }
  }
}

extension Point {
  /// Whether both coordinates are finite. Other points are not written.
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Vector {
  /// Whether both coordinates are finite. Other vectors are not written.
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension GestureValues.Quantity {
  /// Whether the value is written: a number that is not finite stands for a value that the device does not report.
  var isTold: Bool {
    switch self {
    case .ratio(let number), .ratioVelocity(let number), .angle(let number), .angularVelocity(let number):
      number.isFinite
    case .count, .word, .point, .displacement, .velocity, .span, .matrix: true
    }
  }

  /// Whether the value is a list of numbers.
  var isList: Bool {
    switch self {
    case .point, .displacement, .velocity, .matrix: true
    case .count, .word, .span, .ratio, .ratioVelocity, .angle, .angularVelocity: false
    }
  }
}
