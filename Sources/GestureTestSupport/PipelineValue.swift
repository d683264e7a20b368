import GestureCore

/// A pipeline as a value, for tests that follow each continuation of a story. A shared pipeline is copied before it changes.
public struct PipelineValue {
  private final class Storage {
    var pipeline: TouchscreenPipeline

    init(_ pipeline: consuming TouchscreenPipeline) {
      self.pipeline = pipeline
    }
  }

  private var storage: Storage

  public init(_ pipeline: consuming TouchscreenPipeline) {
    storage = Storage(pipeline)
  }

  public var pipeline: TouchscreenPipeline {
    _read { yield storage.pipeline }
    _modify {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage(TouchscreenPipeline(copying: storage.pipeline))
      }
      yield &storage.pipeline
    }
  }
}
