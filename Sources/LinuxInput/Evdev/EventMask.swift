import TouchInput

/// The wanted events of a device, as bitmaps for EVIOCSMASK.
///
/// The kernel does not even queue the other events. Other keys of the device stay unreported, and the kernel's queue
/// holds out longer. The state of keys stays readable all the same: a device with letters is therefore never opened.
enum EventMask {
  /// A bitmap for one event type. The kernel ignores codes that it does not know.
  struct Entry: Hashable {
    /// The event type; EV_SYN stands for the set of types.
    var type: UInt16
    /// The wanted codes.
    var codes: CodeSet
  }

  /// BTN_TOOL_… and BTN_TOUCH: the touching tool, and whether it touches.
  private static let contactKeys: [UInt16] =
    Array(0x140...0x148) + Array(0x14d...0x14f) + [EventCode.touch]

  /// The masks to set, in this order. Types that the first entry lacks are off as a whole: EV_MSC, EV_REL, EV_SW …
  /// EV_SYN itself cannot be masked.
  ///
  /// - Parameters:
  ///   - wantsPressure: whether the device's pressure is trusted (TCH-22), or says whether fingers touch (TCH-37). Panels
  ///     send it with every frame.
  ///   - contactAxes: further axes of contacts, which the device's clone passes on.
  static func entries(
    for touchProtocol: TouchProtocol, wantsPressure: Bool = false, contactAxes: [UInt16] = []
  ) -> [Entry] {
    var axes: [UInt16]
    switch touchProtocol {
    case .multitouch:
      axes = [
        EventCode.slot, EventCode.trackingID, EventCode.positionX, EventCode.positionY, EventCode.touchMajor,
        EventCode.toolType, EventCode.contactDistance,
      ]
    case .slotless(let givesIDs):
      axes = [
        EventCode.positionX, EventCode.positionY, EventCode.touchMajor, EventCode.toolType,
        EventCode.contactDistance,
      ]
      if givesIDs { axes.append(EventCode.trackingID) }
    case .singleTouch:
      axes = [EventCode.x, EventCode.y]
    case .pen:
      axes = [
        EventCode.x, EventCode.y, EventCode.z, EventCode.distance, EventCode.tiltX, EventCode.tiltY,
      ]
    }
    axes += contactAxes
    if wantsPressure {
      axes.append(touchProtocol.isMultitouch ? EventCode.contactPressure : EventCode.pressure)
    }
    return [
      Entry(
        type: EventCode.synchronization,
        codes: CodeSet([EventCode.synchronization, EventCode.key, EventCode.absolute])),
      Entry(
        type: EventCode.key,
        codes: CodeSet(contactKeys + (touchProtocol == .pen ? EventCode.penButtons : []))),
      Entry(type: EventCode.absolute, codes: CodeSet(axes)),
    ]
  }

  /// The masks to set for a device of which only some codes of some types are wanted.
  static func entries(for codes: [UInt16: CodeSet]) -> [Entry] {
    let types = codes.keys.sorted()
    return [Entry(type: EventCode.synchronization, codes: CodeSet([EventCode.synchronization] + types))]
      + types.map { Entry(type: $0, codes: codes[$0] ?? CodeSet()) }
  }

  /// A set in the kernel's format: machine words, the least significant first, as many as its largest code needs.
  static func words(of codes: CodeSet) -> [UInt] {
    var words: [UInt] = []
    for code in codes.codes.map(Int.init) {
      while words.count <= code / UInt.bitWidth { words.append(0) }
      words[code / UInt.bitWidth] |= 1 << UInt(code % UInt.bitWidth)
    }
    return words
  }

  /// Whether a bitmap from the kernel contains the code.
  static func contains(_ code: UInt16, in words: [UInt]) -> Bool {
    let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
    return word < words.count && words[word] >> UInt(bit) & 1 != 0
  }
}
