/// Where events start that no finger made: the first responder of each window, and which window is key.
///
/// Touches never start here (RSP-9). A region that was removed, or moved to another window, is nobody's first responder
/// any more once `forgetGone` was called.
public struct FirstResponders: Hashable, Sendable {
  /// What came of asking to become or to cease to be first responder.
  public enum Outcome: Hashable, Sendable {
    /// It is so now, and subscribers are to be told.
    case changed
    /// It was so before: there is nothing to tell (RSP-16).
    case unchanged
    /// The region may not, or the present first responder does not give up (RSP-6, RSP-7).
    case refused
  }

  /// The number of the window that takes events that no finger made (RSP-17).
  public private(set) var keyWindow = RegionTree.window
  private var regions: [Int: Int] = [:]

  /// Nobody is first responder; the first window is key.
  public init() {}

  /// The first responder of a window, by its number; nil for none.
  public func firstResponder(of window: Int) -> Int? {
    regions[window]
  }

  /// Makes a region first responder of its window: UIKit's becomeFirstResponder (RSP-6, RSP-7, RSP-16).
  public mutating func become(_ region: Int, in tree: borrowing RegionTree) -> Outcome {
    guard tree.regions.indices.contains(region), !tree.regions[region].isRemoved,
      tree.regions[region].canBecomeFirstResponder || tree.regions[region].acceptsText
    else { return .refused }
    let window = tree.regions[region].window
    if let present = firstResponder(of: window) {
      if present == region { return .unchanged }
      guard mayReplace(present, of: window, in: tree) else { return .refused }
    }
    regions[window] = region
    return .changed
  }

  /// Makes a region first responder of its window; with nil, has that of the key window resign.
  public mutating func focus(_ region: Int?, in tree: borrowing RegionTree) -> Outcome {
    if let region { return become(region, in: tree) }
    return firstResponder(of: keyWindow).map { resign($0, in: tree) } ?? .unchanged
  }

  /// Makes a region cease to be first responder: UIKit's resignFirstResponder.
  public mutating func resign(_ region: Int, in tree: borrowing RegionTree) -> Outcome {
    guard let window = regions.first(where: { $0.value == region })?.key else { return .unchanged }
    guard mayReplace(region, of: window, in: tree) else { return .refused }
    regions[window] = nil
    return .changed
  }

  /// What a tap in a region does: one that takes text becomes first responder (RSP-12).
  public mutating func tap(_ region: Int, in tree: borrowing RegionTree) -> Outcome {
    guard tree.regions.indices.contains(region), tree.regions[region].acceptsText else { return .unchanged }
    return become(region, in: tree)
  }

  /// Forgets regions that were removed or moved to another window, whether they agree or not (RSP-13); where the key
  /// window is gone, the first window is key.
  ///
  /// - Returns: the windows of which something is otherwise now, in the order of their numbers.
  public mutating func forgetGone(in tree: borrowing RegionTree) -> [Int] {
    var changed: [Int] = []
    for (window, region) in regions where isGone(region, from: window, in: tree) {
      regions[window] = nil
      changed.append(window)
    }
    if !tree.windows.contains(keyWindow) {
      keyWindow = RegionTree.window
      changed.append(keyWindow)
    }
    return changed.sorted()
  }

  /// Makes a window key: events that no finger made go there from now on (RSP-17). What is no window is refused.
  public mutating func makeKey(_ window: Int, in tree: borrowing RegionTree) -> Outcome {
    guard tree.windows.contains(window) else { return .refused }
    guard window != keyWindow else { return .unchanged }
    keyWindow = window
    return .changed
  }

  private func mayReplace(_ region: Int, of window: Int, in tree: borrowing RegionTree) -> Bool {
    isGone(region, from: window, in: tree) || tree.regions[region].canResignFirstResponder
  }

  private func isGone(_ region: Int, from window: Int, in tree: borrowing RegionTree) -> Bool {
    tree.regions[region].isRemoved || tree.regions[region].window != window
      || tree.regions[window].isRemoved
  }

  /// Where a motion, a remote-control event, a press, an editing menu or an action without a target starts: at the
  /// first responder of the key window, else at that window (RSP-8, RSP-10). From there it climbs the responder chain.
  public var start: Responder {
    guard let region = regions[keyWindow], region != keyWindow else { return .window(keyWindow) }
    return .region(region)
  }

  /// Who performs an action that has no target: the first that can, of those from the first responder on, then of those
  /// from the sender on (RSP-14, RSP-15).
  ///
  /// - Parameters:
  ///   - sender: whose action it is.
  ///   - tree: the regions of the screen.
  ///   - canPerform: whether a responder can perform it now.
  /// - Returns: nil where nobody can: the action is dropped.
  public func target(
    sentBy sender: Responder, in tree: RegionTree, canPerform: (Responder) -> Bool
  ) -> Responder? {
    ResponderChain(from: start, in: tree).first(where: canPerform)
      ?? ResponderChain(from: sender, in: tree).first(where: canPerform)
  }
}
