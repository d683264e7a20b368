import CMtdev
import GestureCore
import TouchInput

/// Turns the events of a device without slots (protocol A) into events with slots (protocol B), the same live and in a
/// replay. mtdev matches each report's contacts with those of the report before.
///
/// ```
///   device      x y SYN_MT_REPORT  x y SYN_MT_REPORT  BTN_TOUCH  SYN_REPORT
///   translated  SLOT x y TRACKING_ID  SLOT x y TRACKING_ID       SYN_REPORT
/// ```
///
/// A report lists all contacts that are down. A report that lists none, or has BTN_TOUCH 0, lifts all contacts,
/// whatever else it lists. A report without anything about contacts changes nothing. The report's end also closes a
/// contact that no SYN_MT_REPORT has closed. Contacts beyond the largest number are ignored.
///
/// Some panels never report that nothing is down, and fall silent instead. Their next report after more than a second
/// of silence lifts all earlier contacts first.
///
/// Contacts that were down at the start, or when events were dropped, are ignored until nothing is down (TCH-34): the
/// device keeps no state that could be read.
///
/// The caller calls `translate` with an event, and then `next` until it returns nil. Allocates nothing after `init`.
///
/// It is a class, because mtdev's memory has one owner. A touchscreen is a value in optional fields and in lists, which
/// a type without copies would rule out. A copy of a touchscreen shares its translator: copies are only looked at, and
/// only the kept one is fed.
@safe
public final class SlotTranslator {
  /// mtdev compares contacts by squared distances in 32 bits, whose sums must not overflow, whatever the device sends.
  /// mtdev therefore gets positions on a grid with this many steps on the longer side, which reaches half as far beyond
  /// the range: the panel may report beyond it (TCH-39).
  private static let gridSteps = 4095.0
  private static let grid = -gridSteps / 2...gridSteps * 3 / 2
  /// The largest value that mtdev passes on: it multiplies values by 3 where it filters noise.
  private static let largestUnits = 2 * DeviceJudgement.maximumAxisUnits
  /// The true position travels through mtdev as a value that mtdev passes on, in units from the axis' minimum.
  private static let carriedX = UInt16(ABS_MT_WIDTH_MAJOR)
  /// See `carriedX`.
  private static let carriedY = UInt16(ABS_MT_WIDTH_MINOR)

  /// The silence after which a panel that has never reported a release has no contacts: such panels report resting
  /// fingers over and over.
  private static let silence = TimeSpan.milliseconds(1000)

  private let device: UnsafeMutablePointer<mtdev>
  private let x: PanelAxis
  private let y: PanelAxis
  private let gridStepsPerMillimetre: Double
  private let givesIDs: Bool
  private let touchingDistance: Int32
  private let pressureTellsTouch: Bool
  /// Whether a contact has had a pressure above 0: then one of 0 is only near (TCH-37).
  private var hasPressure = false

  /// The closed contacts of the report that is being read.
  private var contacts: [SlotlessContact] = []
  /// The contact whose SYN_MT_REPORT is still to come.
  private var contact = SlotlessContact()
  /// Whether the report holds anything about contacts.
  private var tellsContacts = false
  /// Whether the report holds BTN_TOUCH 0.
  private var isReleased = false
  /// Whether contacts are ignored until none is down.
  private var isIgnoring: Bool
  /// Whether the last report had contacts that counted.
  private var hasContacts = false
  /// Whether events were dropped, so that events up to the next report do not count (SYN_DROPPED).
  private var isOutOfStep = false
  /// Whether any report has said that nothing is down.
  public private(set) var tellsRelease: Bool
  /// The time of the last report about contacts; nil before the first.
  private var lastReport: Instant?
  /// The time of the report that mtdev has translated.
  private var time = Instant(microseconds: 0)
  /// The event that is passed on unchanged, after mtdev's events.
  private var passedOn: InputEvent?

  /// A translator for one device from its opening to its removal.
  ///
  /// - Parameters:
  ///   - panel: the judged device; its protocol is `slotless`.
  ///   - isTouched: whether something was down at the opening.
  ///   - tellsRelease: whether the device is known to report that nothing is down.
  public init(panel: TouchPanel, isTouched: Bool = false, tellsRelease: Bool = false) {
    guard let made = unsafe mtdev_new(), unsafe mtdev_init(made) == 0 else {
      preconditionFailure("there is no memory for a device")
    }
    unsafe device = made
    x = panel.x
    y = panel.y
    let longerSide = max(x.millimetres(of: x.maximum), y.millimetres(of: y.maximum))
    gridStepsPerMillimetre = Self.gridSteps / longerSide
    givesIDs = panel.touchProtocol == .slotless(givesIDs: true)
    touchingDistance = panel.contact.touchingDistance ?? .max
    pressureTellsTouch = panel.contact.pressureTellsTouch
    isIgnoring = isTouched
    self.tellsRelease = tellsRelease
    contacts.reserveCapacity(DeviceJudgement.slotlessContacts)
    if givesIDs { unsafe mtdev_set_mt_event(device, ABS_MT_TRACKING_ID, 1) }
    unsafe mtdev_set_abs_fuzz(device, ABS_MT_WIDTH_MAJOR, x.fuzz)
    unsafe mtdev_set_abs_fuzz(device, ABS_MT_WIDTH_MINOR, y.fuzz)
  }

  deinit {
    unsafe mtdev_close_delete(device)
  }

  /// Whether anything touches, according to the reports.
  public var isTouched: Bool { isIgnoring || hasContacts }

  /// Translates the device's next event.
  public func translate(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (EventCode.synchronization, EventCode.dropped):
      isOutOfStep = true
      // The contacts are lifted first, so that mtdev and the assembler stay in agreement.
      clearReport()
      show([], at: event.time)
      passedOn = event
    case (EventCode.synchronization, EventCode.report):
      // The kernel cuts an over-long report with a report of value 1: the rest is still to come (D20). A report of
      // value 1 that only lifts all is the kernel's own, of a device that is put to sleep (D11).
      guard event.value != 1 || isReleased && !tellsContacts else { return }
      report(at: event.time)
      passedOn = event
    case _ where isOutOfStep:
      break
    case (EventCode.synchronization, EventCode.contactReport):
      tellsContacts = true
      closeContact()
    case (EventCode.absolute, let code):
      if contact.apply(code, event.value) { tellsContacts = true }
    case (EventCode.key, EventCode.touch):
      isReleased = event.value == 0
    default:
      break
    }
  }

  /// The next translated event; nil when there are no more.
  public func next() -> InputEvent? {
    while unsafe mtdev_empty(device) == 0 {
      var event = input_event()
      unsafe mtdev_get_event(device, &event)
      guard event.type == EventCode.absolute, let (code, value) = translated(event) else { continue }
      return InputEvent(time: time, type: EventCode.absolute, code: code, value: value)
    }
    defer { passedOn = nil }
    return passedOn
  }

  private func translated(_ event: input_event) -> (code: UInt16, value: Int32)? {
    switch event.code {
    case Self.carriedX: (EventCode.positionX, x.minimum + event.value)
    case Self.carriedY: (EventCode.positionY, y.minimum + event.value)
    case EventCode.positionX, EventCode.positionY: nil
    default: (event.code, event.value)
    }
  }

  // MARK: Reports

  private func report(at time: Instant) {
    closeContact()
    defer { clearReport() }
    if isOutOfStep {
      isOutOfStep = false
      isIgnoring = true
      return
    }
    guard tellsContacts || isReleased else { return }
    if isReleased { contacts.removeAll(keepingCapacity: true) }
    if let lastReport, !tellsRelease, time - lastReport > Self.silence {
      isIgnoring = false
      if hasContacts { show([], at: time) }
    }
    lastReport = time
    if contacts.isEmpty { tellsRelease = true }
    if isIgnoring {
      isIgnoring = !contacts.isEmpty
      return
    }
    show(contacts, at: time)
  }

  private func closeContact() {
    let isNear = hasPressure && contact.pressure.map { $0 <= 0 } ?? false
    if contact.isTouch(onPanelWithIDs: givesIDs, touchingDistance: touchingDistance), !isNear {
      if contacts.count < DeviceJudgement.slotlessContacts { contacts.append(contact) }
      if pressureTellsTouch, let pressure = contact.pressure, pressure > 0 { hasPressure = true }
    }
    contact = SlotlessContact()
  }

  private func clearReport() {
    contacts.removeAll(keepingCapacity: true)
    contact = SlotlessContact()
    tellsContacts = false
    isReleased = false
  }

  /// Gives mtdev the contacts of the report to match. mtdev holds 512 events. A report takes at most 91, which become
  /// fewer than 200.
  private func show(_ contacts: [SlotlessContact], at time: Instant) {
    self.time = time
    hasContacts = !contacts.isEmpty
    for contact in contacts {
      guard let rawX = contact.x, let rawY = contact.y else { continue }
      show(EventCode.positionX, grid(x, rawX))
      show(EventCode.positionY, grid(y, rawY))
      show(Self.carriedX, units(x, rawX))
      show(Self.carriedY, units(y, rawY))
      if givesIDs { show(EventCode.trackingID, contact.trackingID) }
      show(EventCode.touchMajor, contact.touchMajor)
      show(EventCode.contactPressure, contact.pressure)
      show(EventCode.toolType, contact.toolType)
      hand(EventCode.synchronization, EventCode.contactReport, 0)
    }
    if contacts.isEmpty { hand(EventCode.synchronization, EventCode.contactReport, 0) }
    hand(EventCode.synchronization, EventCode.report, 0)
  }

  private func show(_ code: UInt16, _ value: Int32?) {
    if let value { hand(EventCode.absolute, code, value) }
  }

  private func hand(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    var event = input_event()
    event.type = type
    event.code = code
    event.value = value
    unsafe mtdev_put_event(device, &event)
  }

  private func grid(_ axis: PanelAxis, _ value: Int32) -> Int32 {
    let steps = axis.wholeMillimetres(of: value) * gridStepsPerMillimetre
    return Int32(min(max(steps, Self.grid.lowerBound), Self.grid.upperBound))
  }

  /// The value in units from the axis' minimum, -`largestUnits` … `largestUnits`. It may be beyond the range, as the
  /// calibration comes before the clamp (TCH-32). The minimum and the units make a value between both.
  private func units(_ axis: PanelAxis, _ value: Int32) -> Int32 {
    let units = Int64(value) - Int64(axis.minimum)
    return Int32(min(max(units, -Self.largestUnits), Self.largestUnits))
  }
}
