import GestureCore
import GestureProtocol
import GesturedConfiguration
import GesturedDevices

/// Errors of requests about the scene.
extension RequestError {
  /// The kinds that a client may declare.
  private static var kinds: String {
    RecognizerCatalog.clientTypes.map { $0.kind.name }.joined(separator: ", ")
  }

  /// No region has this name.
  static func unknownRegion(_ name: String, among known: [String], path: String) -> RequestError {
    RequestError(
      .unknownRegion,
      "there is no region “\(name.escapedForMessage)”; allowed: a region that the request regions lists",
      path: path,
      hint: NearestWord.nearest(to: name, among: known).map(\.escapedForMessage))
  }

  /// The client has no recognizer of this name.
  static func unknownRecognizer(_ name: String, among known: [String], path: String) -> RequestError {
    RequestError(
      .unknownRecognizer,
      "this client has no recognizer “\(name.escapedForMessage)”; allowed: a recognizer that it has declared",
      path: path,
      hint: NearestWord.nearest(to: name, among: known).map(\.escapedForMessage))
  }

  /// The request needs a connection to the socket of raw touches.
  static func needsRawSocket(_ path: String) -> RequestError {
    RequestError(
      .notPermitted,
      "found on events.sock; allowed: only on the socket for raw touches, which raw = true in [socket] opens",
      path: path,
      hint: "raw.sock")
  }

  /// An edit that the tree of regions cannot take.
  ///
  /// - Parameter known: the names that a hint may tell.
  init(_ error: RegionError, path: String, among known: @autoclosure () -> [String] = []) {
    let code: Code
    var hint: String?
    switch error {
    case .unknownRegion(let name):
      code = .unknownRegion
      hint = NearestWord.nearest(to: name, among: known()).map(\.escapedForMessage)
    case .nameTaken: code = .nameTaken
    case .notOwner, .parentTakesNoForeignChildren: code = .notPermitted
    case .unusableNumber: code = .invalidValue
    case .cycle, .tooDeep, .windowHasRoot, .fixed, .notSiblings: code = .conflict
    }
    self.init(
      code, "\(error)".escapedForMessage + "; allowed: " + Self.allowed(instead: error), path: path,
      hint: hint)
  }

  /// The part of the message that says what the edit may have instead.
  private static func allowed(instead error: RegionError) -> String {
    switch error {
    case .unknownRegion: "a region that the request regions lists"
    case .nameTaken: "a name without a region or window"
    case .notOwner: "a region that this client has declared"
    case .parentTakesNoForeignChildren: "a region of this client, or one with client_regions"
    case .unusableNumber: "finite numbers, sizes of 0 or more, limits of 1 or more"
    case .cycle: "a parent outside the region"
    case .tooDeep: "a parent nearer to the window"
    case .windowHasRoot: "a parent that lies in the window"
    case .fixed: "a region that this client has added"
    case .notSiblings: "regions of one parent"
    }
  }

  /// Recognizers that do not fit together.
  ///
  /// - Parameters:
  ///   - paths: the path of each declared recognizer in the request, by name.
  ///   - known: the names that relations may refer to, for a hint.
  init(_ error: DeclarationError, paths: [String: String], among known: [String] = []) {
    let name = error.declaration.escapedForMessage
    let path = paths[error.declaration].map { path in error.key.map { "\(path).\($0)" } ?? path }
    switch error {
    case .unknownKind(_, let kind):
      self.init(
        .invalidValue, "there is no kind “\(kind.escapedForMessage)”; allowed: one of \(Self.kinds)",
        path: path)
    case .nameTaken:
      self.init(
        .nameTaken,
        "this client has a recognizer “\(name)” already; allowed: another name, or change in place of add",
        path: path)
    case .unknownReference(_, _, let reference):
      self.init(
        .unknownRecognizer,
        "“\(name)” names “\(reference.escapedForMessage)”; allowed: a recognizer of this client or the configuration, "
          + "kind: and a kind, region: and a region, region_kind: and a kind of region",
        path: path, hint: NearestWord.nearest(to: reference, among: known).map(\.escapedForMessage))
    case .passiveRelation(_, _, let reference):
      self.init(
        .conflict,
        "“\(name)” and “\(reference.escapedForMessage)” cannot wait for one another: one of them is passive; "
          + "allowed: a relation between recognizers without passive",
        path: path)
    case .tooManyRelations(_, let limit):
      self.init(
        .limitReached,
        "the relations of this client's recognizers name too many others; allowed: at most \(limit), each mention counted",
        path: path)
    case .cycle(_, _, let names):
      self.init(
        .conflict,
        "recognizers would wait for one another: \(names.map(\.escapedForMessage).joined(separator: ", ")); "
          + "allowed: relations without a circle",
        path: path)
    }
  }
}
