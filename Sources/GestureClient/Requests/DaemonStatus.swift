/// How the daemon is doing.
public struct DaemonStatus: Hashable, Sendable, Decodable {
  /// Another client, as root and the daemon's own user are told.
  public struct Subscriber: Hashable, Sendable, Decodable {
    /// Its number, from 1.
    public var number: Int
    /// Its user's number.
    public var uid: UInt32?
    /// Its process's number.
    public var pid: Int32?
    /// How many lines wait for it.
    public var queued: Int?
    /// How many lines it has missed.
    public var dropped: UInt64?
    /// The socket that it came by: `events` or `raw`.
    public var socket: String?
  }

  /// What became of the configuration since the daemon's start.
  public struct Configuration: Hashable, Sendable, Decodable {
    /// `loaded`, or `kept` where it was to be read anew and is wrong.
    public var state: String
    /// How often it was read anew and taken over.
    public var reloads: Int?
    /// What was wrong when it was read last.
    public var mistakes: [String]?
    /// What counts from the next start only.
    public var waiting: [String]?
  }

  /// The daemon's version.
  public var version: String
  /// The protocol's version.
  public var `protocol`: Int
  /// For how long it has run, in seconds.
  public var uptime: Double?
  /// How many touchscreens there are.
  public var devices: Int?
  /// Whether somebody keeps places from being told.
  public var inhibited: Bool?
  /// How many lines wait for this client.
  public var queued: Int?
  /// How many lines this client has missed.
  public var dropped: UInt64?
  /// How many clients there are; nil where this one may not know.
  public var connections: Int?
  /// Clients, at most 256 of them; nil where this one may not know.
  public var subscribers: [Subscriber]?
  /// How many lines were published; nil, as the next ones, where this client may not know.
  public var lines: UInt64?
  /// How many regions and windows there are.
  public var regions: Int?
  /// How many recognizers there are, each number of fingers counted.
  public var recognizers: Int?
  /// What became of the configuration; nil where this client may not know.
  public var configuration: Configuration?
}
