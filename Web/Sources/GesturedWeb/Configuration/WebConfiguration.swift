/// The checked settings of `web.toml`.
public struct WebConfiguration: Hashable, Sendable {
  /// A loopback address with a port.
  public struct Address: Hashable, Sendable {
    /// The address in digits: 127.0.0.1 or ::1.
    public var host: String
    /// The port; 0: any free one, for tests.
    public var port: Int

    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  }

  /// An origin's rights.
  public struct Origin: Hashable, Sendable {
    /// The grants with the token, or without it where the table says so.
    public var grants: Set<Grant> = []
    /// Whether more than `coarse` needs the token.
    public var needsToken = true

    /// The grants of a page of the origin.
    func grants(withToken hasToken: Bool) -> Set<Grant> {
      let all = Grant.closed(grants)
      return hasToken || !needsToken ? all : all.intersection([.coarse])
    }
  }

  /// Where to listen without systemd's sockets.
  public var listen = [Address(host: "127.0.0.1", port: 4378), Address(host: "::1", port: 4378)]
  /// The folder of the pages; nil serves the built-in paths only.
  public var pages: String?
  /// Further names in `Host`, in lower case.
  public var hosts: [String] = []
  /// Whether programs without an origin may connect.
  public var allowNoOrigin = false
  /// The origins that may frame the pages.
  public var frameAncestors: [String] = []
  /// The Content-Security-Policy of the pages; nil is the default.
  public var pagesPolicy: String?
  /// The daemon's socket.
  public var socket = "/run/gestured/events.sock"
  /// The daemon's socket of raw touches.
  public var rawSocket = "/run/gestured/raw.sock"
  /// Whether `touches` may be granted.
  public var raw = false
  /// The most regions of a page.
  public var regionsPerPage = 64
  /// The most recognizers of a page, each number of fingers counted.
  public var recognizersPerPage = 64
  /// The most pages.
  public var maximumPages = 32
  /// The most pages of one origin.
  public var pagesPerOrigin = 8
  /// The grants of pages that the service serves.
  public var own = Origin(grants: [.gestures, .declare], needsToken: false)
  /// The grants of other origins, by their serialized form.
  public var origins: [String: Origin] = [:]

  /// Whether the service is the live view of one user: for that user only, and for as long as the page is there.
  public var isView = false

  /// The default configuration.
  public init() {}

  /// The configuration of a live view, on a port of the system's choice.
  public static func view(socket: String?, rawSocket: String?) -> WebConfiguration {
    var view = WebConfiguration()
    view.isView = true
    view.listen = [Address(host: "127.0.0.1", port: 0)]
    view.raw = true
    view.own = Origin(grants: [.view])
    if let socket { view.socket = socket }
    if let rawSocket { view.rawSocket = rawSocket }
    return view
  }

  /// The policy that pages of the folder get.
  var policy: String {
    if let pagesPolicy { return pagesPolicy }
    let ancestors = frameAncestors.isEmpty ? "'none'" : frameAncestors.joined(separator: " ")
    return "frame-ancestors \(ancestors); base-uri 'self'; object-src 'none'"
  }

  /// The rights of an origin; nil where it may not connect.
  ///
  /// - Parameter host: the host that the page asked.
  func origin(_ origin: String, host: String) -> Origin? {
    // A program without an origin, where that is allowed, counts as a page of the service.
    if origin.isEmpty { return allowNoOrigin ? own : nil }
    return origin == HostCheck.selfOrigin(of: host) ? own : origins[origin]
  }
}
