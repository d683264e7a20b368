import GestureCore
import GestureProtocol
import GesturedConfiguration
import GesturedDevices

/// Errors of requests about the scene.
extension RequestError {
  /// No region has this name.
  static func unknownRegion(_ name: String, among known: [String], path: String) -> RequestError {
    RequestError(
      .unknownRegion, "there is no region “\(name.escapedForMessage)”", path: path,
      hint: NearestWord.nearest(to: name, among: known).map(\.escapedForMessage))
  }

  /// The client has no recognizer of this name.
  static func unknownRecognizer(_ name: String, among known: [String], path: String) -> RequestError {
    RequestError(
      .unknownRecognizer, "this client has no recognizer “\(name.escapedForMessage)”", path: path,
      hint: NearestWord.nearest(to: name, among: known).map(\.escapedForMessage))
  }

  /// The request needs a connection to the socket of raw touches.
  static func needsRawSocket(_ path: String) -> RequestError {
    RequestError(
      .notPermitted,
      "allowed only on the socket for raw touches, which raw = true in [socket] opens", path: path,
      hint: "raw.sock")
  }

  /// An edit that the tree of regions cannot take.
  ///
  /// - Parameter regions: the known regions, for a hint.
  init(_ error: RegionError, path: String, among regions: SceneRegions? = nil) {
    let code: Code
    var hint: String?
    switch error {
    case .unknownRegion(let name):
      code = .unknownRegion
      hint = NearestWord.nearest(to: name, among: regions?.names ?? []).map(\.escapedForMessage)
    case .nameTaken: code = .nameTaken
    case .notOwner, .parentTakesNoForeignChildren: code = .notPermitted
    case .unusableNumber: code = .invalidValue
    case .cycle, .tooDeep, .windowHasRoot, .fixed, .notSiblings: code = .conflict
    }
    self.init(code, "\(error)".escapedForMessage, path: path, hint: hint)
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
      self.init(.invalidValue, "there is no kind “\(kind.escapedForMessage)”", path: path)
    case .nameTaken:
      self.init(.nameTaken, "this client has a recognizer “\(name)” already", path: path)
    case .unknownReference(_, _, let reference):
      self.init(
        .unknownRecognizer,
        "“\(name)” names “\(reference.escapedForMessage)”; allowed: a recognizer of this client or the configuration",
        path: path, hint: NearestWord.nearest(to: reference, among: known).map(\.escapedForMessage))
    case .passiveRelation(_, _, let reference):
      self.init(
        .conflict,
        "“\(name)” and “\(reference.escapedForMessage)” cannot wait for one another: one of them is passive",
        path: path)
    case .tooManyRelations(_, let limit):
      self.init(
        .limitReached,
        "the relations of this client's recognizers name too many others; allowed: at most \(limit), each mention counted",
        path: path)
    case .cycle(_, _, let names):
      self.init(
        .conflict,
        "recognizers would wait for one another: \(names.map(\.escapedForMessage).joined(separator: ", "))",
        path: path)
    }
  }
}
