/// The first responder of each window and the key window, where events without a finger start.
///
/// Touches never start here (RSP-9). A region that was removed, or moved to another window, stops being first responder
/// at the next `forgetGone`.
public struct FirstResponders: Hashable, Sendable {
  /// The outcomes of a request to become or to stop being first responder.
  public enum Outcome: Hashable, Sendable {
    /// The first responder has changed, and subscribers are to receive that.
    case changed
    /// The state was the same before, so there is nothing to report (RSP-16).
    case unchanged
    /// The region may not be first responder, or the present first responder does not give up (RSP-6, RSP-7).
    case refused
  }

  /// The number of the window that receives events without a finger (RSP-17).
  public private(set) var keyWindow = RegionTree.window
  private var regions: [Int: Int] = [:]

  /// No region is first responder, and the first window is key.
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

  /// Makes a region first responder of its window. With nil, the first responder of the key window resigns.
  public mutating func focus(_ region: Int?, in tree: borrowing RegionTree) -> Outcome {
    if let region { return become(region, in: tree) }
    return firstResponder(of: keyWindow).map { resign($0, in: tree) } ?? .unchanged
  }

  /// Makes a region stop being first responder: UIKit's resignFirstResponder.
  public mutating func resign(_ region: Int, in tree: borrowing RegionTree) -> Outcome {
    guard let window = regions.first(where: { $0.value == region })?.key else { return .unchanged }
    guard mayReplace(region, of: window, in: tree) else { return .refused }
    regions[window] = nil
    return .changed
  }

  /// Makes the tapped region first responder if it accepts text (RSP-12).
  public mutating func tap(_ region: Int, in tree: borrowing RegionTree) -> Outcome {
    guard tree.regions.indices.contains(region), tree.regions[region].acceptsText else { return .unchanged }
    return become(region, in: tree)
  }

  /// Forgets first responders that were removed or moved to another window, whether they agree or not (RSP-13). If the
  /// key window is gone, the first window becomes key.
  ///
  /// - Returns: the windows with a change, in the order of their numbers.
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

  /// Makes a window key: events without a finger go there from now on (RSP-17). The number of a region that is no
  /// window is refused.
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

  /// The start of a motion, a remote-control event, a press, an editing menu or an action without a target. It is the
  /// first responder of the key window, or else that window (RSP-8, RSP-10). From there the event climbs the responder
  /// chain.
  public var start: Responder {
    guard let region = regions[keyWindow], region != keyWindow else { return .window(keyWindow) }
    return .region(region)
  }

  /// The responder that performs an action without a target: the first one that can, from the first responder on, then
  /// from the sender on (RSP-14, RSP-15).
  ///
  /// - Parameters:
  ///   - sender: the responder that sends the action.
  ///   - tree: the regions of the screen.
  ///   - canPerform: whether a responder can perform the action now.
  /// - Returns: nil where no responder can perform the action; then the action is dropped.
  public func target(
    sentBy sender: Responder, in tree: RegionTree, canPerform: (Responder) -> Bool
  ) -> Responder? {
    ResponderChain(from: start, in: tree).first(where: canPerform)
      ?? ResponderChain(from: sender, in: tree).first(where: canPerform)
  }
}
