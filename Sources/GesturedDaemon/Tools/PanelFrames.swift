import GestureCore
import LinuxInput
import TouchInput

/// From a panel's events to its frames, whichever protocol it speaks: what tools are led by, and measure.
struct PanelFrames {
  /// Between the device and the assembler, where the device has no slots.
  private let translator: SlotTranslator?
  private var assembler: TouchFrameAssembler
  /// How often the kernel has dropped events.
  private(set) var droppedStretches = 0

  /// - Parameters:
  ///   - panel: the judged device.
  ///   - initialState: what was down when it was opened, which is ignored until it lifts; nil for a recording.
  init(_ panel: TouchPanel, initialState: PanelState? = nil) {
    let isSlotless = panel.touchProtocol.isSlotless
    translator = isSlotless ? SlotTranslator(panel: panel, isTouched: initialState?.isTouched ?? false) : nil
    assembler = TouchFrameAssembler(panel: panel, initialState: isSlotless ? nil : initialState)
  }

  /// Takes an event of the device, and hands on the frames that come of it.
  ///
  /// - Returns: whether the device has to be asked for its state, since the kernel dropped events.
  mutating func feed(_ event: InputEvent, _ take: (TouchFrame) -> Void) -> Bool {
    if event.type == EventCode.synchronization, event.code == EventCode.dropped { droppedStretches += 1 }
    guard let translator else {
      let step = assembler.feed(event)
      hand(on: step, take)
      return step == .needsResynchronization
    }
    translator.put(event)
    while let translated = translator.next() {
      let step = assembler.feed(translated)
      hand(on: step, take)
      // A device without slots cannot be asked.
      if step == .needsResynchronization { resynchronize(with: nil, at: event.time, take) }
    }
    return false
  }

  /// Goes on from the device's state; nil where nobody can be asked, as in a replay.
  mutating func resynchronize(with state: PanelState?, at time: Instant, _ take: (TouchFrame) -> Void) {
    let step = state.map { assembler.resynchronize(with: $0, at: time) } ?? assembler.loseContacts(at: time)
    hand(on: step, take)
  }

  private func hand(on step: TouchFrameAssembler.Step, _ take: (TouchFrame) -> Void) {
    guard case .framesReady(let count) = step else { return }
    for index in 0..<count { take(assembler.frame(at: index)) }
  }
}
