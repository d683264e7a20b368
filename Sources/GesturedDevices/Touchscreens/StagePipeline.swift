import GestureCore
import GesturedBase
import GesturedServing

/// A touchscreen's pipeline for one stage. It is a class, so that a list can hold pipelines, which are not copied.
package final class StagePipeline {
  /// The stage that hears its events.
  package let stage: Stage
  /// Turns frames into the events of the stage.
  package var pipeline: TouchscreenPipeline
  /// Whether the pipeline receives no frames, because the stage's user has used up its processor time. Nothing is under
  /// way then. The pipeline resumes with the next landing.
  var isSuspended = false

  init(_ stage: Stage, _ pipeline: consuming TouchscreenPipeline) {
    self.stage = stage
    self.pipeline = pipeline
  }

  /// Whether the stage's user has processor time left for a frame (H1). Each question about a pair that the frame can
  /// raise takes some 200 instructions.
  func mayWork(_ turn: Turn) -> Bool {
    guard let user = stage.origin.user else { return true }
    return turn.mayWork(for: user, on: .frame(cost: Int64(pipeline.pairQuestionCount / 5)))
  }

  /// Calls a function for the stage, and charges its user for the processor time.
  @inline(__always)
  func charging(_ turn: Turn, _ work: () -> Void) {
    guard let user = stage.origin.user else { return work() }
    let begin = turn.processorTime()
    work()
    turn.chargeFrame(turn.processorTime() - begin, to: user)
  }
}
