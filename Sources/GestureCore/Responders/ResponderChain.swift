/// The order in which an event passes from responder to responder until one takes it (RSP-1):
///
/// ```
/// region ─┬─ is its controller's root ──▶ controller ─┐
///         └─ else ────────────────────────────────────┴─▶ parent region … root region ─▶ window ─▶ application
/// ```
public struct ResponderChain: Sequence, IteratorProtocol {
  private let tree: RegionTree
  private var upcoming: Responder?

  /// The chain that begins with a responder, including that responder.
  public init(from first: Responder, in tree: RegionTree) {
    self.tree = tree
    upcoming = first
  }

  /// The next responder; nil after the application, where an event is dropped.
  public mutating func next() -> Responder? {
    guard let present = upcoming else { return nil }
    upcoming = Self.responder(after: present, in: tree)
    return present
  }

  /// The responder after another one: UIResponder's `next`; nil after the application.
  public static func responder(after responder: Responder, in tree: borrowing RegionTree) -> Responder? {
    switch responder {
    case .region(let number):
      isControllerRoot(number, in: tree) ? .controller(ofRegion: number) : outer(of: number, in: tree)
    case .controller(let number): outer(of: number, in: tree)
    case .window: .application
    case .application: nil
    }
  }

  /// Appends the regions that receive a touch bound to a region, innermost first. They are the region and the regions
  /// around it, up to the first that handles touches without forwarding them (RSP-2). The receivers are chosen once,
  /// where the touch lands (RSP-3), and never depend on the first responder (RSP-9). Controllers and the application
  /// are among them where a client is one (`TouchReceiver`).
  ///
  /// - Parameter audience: the listeners; nil where regions receive touches as they are declared, as in a dump.
  public static func receivers(
    of region: Int, in tree: borrowing RegionTree, for audience: TouchAudience? = nil,
    into receivers: inout [Int]
  ) {
    var region: Int? = region
    while let number = region {
      switch (tree.regions[number].handling, audience?[number] ?? .handles) {
      case (.ignores, _), (_, .absent): break
      case (.forwards, _), (_, .forwards): receivers.append(number)
      case (.handles, .handles):
        receivers.append(number)
        return
      }
      switch audience?.responder(after: number) ?? .absent {
      case .absent: break
      case .forwards: receivers.append(TouchReceiver.responder(after: number))
      case .handles:
        receivers.append(TouchReceiver.responder(after: number))
        return
      }
      region = tree.regions[number].parent
    }
  }

  /// Whether a region is the outermost region of its controller. Regions of others may lie between two regions of a
  /// controller, and the chain visits a controller only once.
  private static func isControllerRoot(_ number: Int, in tree: borrowing RegionTree) -> Bool {
    guard let controller = tree.regions[number].controller else { return false }
    var outer = tree.regions[number].parent
    guard outer != nil else { return false }
    while let region = outer {
      if tree.regions[region].controller == controller { return false }
      outer = tree.regions[region].parent
    }
    return true
  }

  private static func outer(of number: Int, in tree: borrowing RegionTree) -> Responder {
    guard let parent = tree.regions[number].parent else { return .application }
    return tree.regions[parent].parent == nil ? .window(parent) : .region(parent)
  }
}

/// A link of the responder chain: UIResponder.
public enum Responder: Hashable, Sendable {
  /// A region that is no window, by its number.
  case region(Int)
  /// The controller whose root region has that number.
  case controller(ofRegion: Int)
  /// A window, by its number.
  case window(Int)
  /// The daemon, for its seat: UIApplication. An event that it does not take is dropped.
  case application
}
