import GestureCore

/// Fingers, losses and time into a pipeline with any recognizers on any regions. Nothing traps, and every invariant holds.
@c(LLVMFuzzerTestOneInput)
public func fuzzPipeline(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var story = unsafe PipelineStory(Array(UnsafeBufferPointer(start: data, count: count)))
  story.play()
  return 0
}
