extension TouchscreenPipeline {
  /// Notes the fingers that landed, lifted or were taken away in the present frame.
  func noteFingers(at time: Instant, into buffer: inout EventBuffer) {
    for slot in tracker.order {
      let touch = tracker.touches[slot]
      switch touch.phase {
      case .moved, .stationary: continue
      case .began, .ended, .cancelled:
        buffer.append(
          FingerNote(
            id: touch.id, phase: touch.phase, region: touch.region, location: touch.location,
            isDelivered: delivery.delivers(touch.id), sequence: tracker.sequence, time: time))
      }
    }
  }
}

extension TouchDelivery {
  /// Whether some region receives a touch that is down, now or after a hold ends.
  fileprivate func delivers(_ touch: UInt64) -> Bool {
    touches.contains { $0.latest.id == touch && $0.holder >= 0 }
  }
}
