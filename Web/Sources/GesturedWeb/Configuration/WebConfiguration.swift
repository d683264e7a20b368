/// The checked settings of `web.toml`.
struct WebConfiguration: Hashable, Sendable {
  /// An origin's rights.
  struct Origin: Hashable, Sendable {
    /// The grants with the token, or without it where the table says so.
    var grants: Set<Grant> = []
    /// Whether the grants need the token, beyond those that pages have without it.
    var needsToken = true
    /// Whether these are the pages that the service serves. Any program of the group can send their origin.
    var isOwn = false

    /// The grants of a page of the origin.
    func grants(withToken hasToken: Bool) -> Set<Grant> {
      let all = Grant.closed(grants)
      return hasToken || !needsToken ? all : all.intersection(isOwn ? Grant.ofOwnPages : [.coarse])
    }
  }

  /// The loopback addresses where to listen without systemd's sockets.
  var listen = ["127.0.0.1:4378", "[::1]:4378"]
  /// The folder of the pages; empty serves the built-in paths only.
  var pages = ""
  /// Further names in `Host`, in lower case.
  var hosts: [String] = []
  /// Whether programs without an origin may connect.
  var allowNoOrigin = false
  /// The origins that may frame the pages.
  var frameAncestors: [String] = []
  /// The Content-Security-Policy of the pages; nil is the default.
  var pagesPolicy: String?
  /// The daemon's socket.
  var socket = "/run/gestured/events.sock"
  /// The daemon's socket of raw touches.
  var rawSocket = "/run/gestured/raw.sock"
  /// Whether `touches` may be granted.
  var raw = false
  /// The most regions of a page.
  var regionsPerPage = 64
  /// The most recognizers of a page, each number of fingers counted.
  var recognizersPerPage = 64
  /// The most pages.
  var maximumPages = 32
  /// The most pages of one origin.
  var pagesPerOrigin = 8
  /// The grants of pages that the service serves.
  var own = Origin(grants: [.gestures, .declare], isOwn: true)
  /// The grants of other origins, by their serialized form.
  var origins: [String: Origin] = [:]

  /// Whether the service is the live view of one user: for that user only, and for as long as the page is there.
  var isView = false

  /// The configuration of a live view, on a port of the system's choice.
  static func view(socket: String?, rawSocket: String?) -> WebConfiguration {
    var view = WebConfiguration(
      listen: ["127.0.0.1:0"], raw: true, own: Origin(grants: [.view]), isView: true)
    view.socket = socket ?? view.socket
    view.rawSocket = rawSocket ?? view.rawSocket
    return view
  }

  /// The policy that pages of the folder get, without `frame_ancestors` where it is the administrator's own.
  var policy: String {
    get { pagesPolicy ?? "\(ancestorPolicy); base-uri 'self'; object-src 'none'" }
    set { pagesPolicy = newValue }
  }

  /// The policy as it is sent. The administrator's own may name the pages around it in place of `frame_ancestors`.
  var sentPolicy: String {
    let namesAncestors = policy.split(separator: ";").contains {
      $0.drop { $0 == " " }.lowercased().hasPrefix("frame-ancestors")
    }
    return frameAncestors.isEmpty || namesAncestors ? policy : "\(ancestorPolicy); \(policy)"
  }

  private var ancestorPolicy: String {
    "frame-ancestors " + (frameAncestors.isEmpty ? "'none'" : frameAncestors.joined(separator: " "))
  }

  /// The rights of an origin; nil where it may not connect.
  ///
  /// - Parameter host: the host that the page asked.
  func origin(_ origin: String, host: String) -> Origin? {
    // A program without an origin, where that is allowed, counts as a page of the service.
    if origin.isEmpty { return allowNoOrigin ? own : nil }
    return origin == "http://" + host ? own : origins[origin]
  }
}
