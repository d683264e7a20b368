/// The state of the daemon.
public struct DaemonStatus: Hashable, Sendable, Decodable {
  /// Another client, visible to root and the daemon's own user.
  public struct Subscriber: Hashable, Sendable, Decodable {
    /// The client's number, from 1.
    public var number: Int
    /// The number of the client's user.
    public var uid: UInt32?
    /// The number of the client's process.
    public var pid: Int32?
    /// The number of lines that wait for the client.
    public var queued: Int?
    /// The number of lines that the client has missed.
    public var dropped: UInt64?
    /// The number of questions that the client has not answered in time.
    public var timeouts: UInt64?
    /// The client's socket: `events` or `raw`.
    public var socket: String?
  }

  /// The state of the configuration since the daemon's start.
  public struct Configuration: Hashable, Sendable, Decodable {
    /// `loaded`, or `kept` where the new configuration is wrong and the old one applies.
    public var state: String
    /// The number of successful reloads.
    public var reloads: Int?
    /// The mistakes at the last reload.
    public var mistakes: [String]?
    /// The settings that apply only from the next start.
    public var waiting: [String]?
  }

  /// A client's changes to a recognizer of the configuration, visible to users with the right `adjust`.
  public struct Adjustment: Hashable, Sendable, Decodable {
    /// The recognizer.
    public var recognizer: String
    /// The client's number.
    public var client: Int
    /// The number of the client's user.
    public var uid: UInt32?
    /// Whether the recognizer takes part; nil where the client has not said.
    public var enabled: Bool?
    /// The options that the client has set.
    public var options: [String]?
  }

  /// The filter of a touchscreen, visible to root and the daemon's own user.
  public struct Filter: Hashable, Sendable, Decodable {
    /// The touchscreen's number.
    public var device: Int
    /// `on`, `paused` or `off`.
    public var state: String
    /// The reason for `paused` and `off`, as a word.
    public var reason: String?
    /// The fault and the next step; nil without a fault.
    public var fault: String?
    /// The clone's node. While the filter is on, applications read it in the touchscreen's place.
    public var node: String?
    /// When the state began, in seconds of CLOCK_MONOTONIC.
    public var since: Double?
    /// The time in ms until a filter that resting fingers have switched off begins again by itself; nil where it does not.
    public var returnTime: Double?
    /// The number of frames that the clone has received.
    public var frames: Int?
    /// The number of writes that found the keeper's pipe full.
    public var full: Int?
    /// The touchscreen's own node. While the filter is on, its other readers receive nothing.
    public var panel: String?
    /// The number of the touchscreen's reports that the filter has received.
    public var reports: Int?
    /// The longest time in ms for which a recognizer may hold a touch back now.
    public var longestHold: Double?
    /// The longest time in ms for which an application has waited for a touch.
    public var longestHeld: Double?

    private enum CodingKeys: String, CodingKey {
      case device, state, reason, fault, node, since, frames, full, panel, reports
      case returnTime = "returns_ms"
      case longestHold = "hold_ms"
      case longestHeld = "held_ms"
    }
  }

  /// The daemon's version.
  public var version: String
  /// The protocol's version.
  public var `protocol`: Int
  /// The time since the start, in seconds.
  public var uptime: Double?
  /// The number of touchscreens.
  public var devices: Int?
  /// Whether a client keeps the daemon from showing places.
  public var inhibited: Bool?
  /// The number of lines that wait for this client.
  public var queued: Int?
  /// The number of lines that this client has missed.
  public var dropped: UInt64?
  /// The number of questions that this client has not answered in time.
  public var timeouts: UInt64?
  /// The latest changes of clients to recognizers of the configuration, at most 16; nil for none, and where this client may
  /// not know.
  public var adjusted: [Adjustment]?
  /// The number of clients; nil where this client may not know.
  public var connections: Int?
  /// The clients, at most 256; nil where this client may not know.
  public var subscribers: [Subscriber]?
  /// The number of published lines; nil, as are the next fields, where this client may not know.
  public var lines: UInt64?
  /// The number of regions and windows.
  public var regions: Int?
  /// The number of recognizers, each number of fingers counted.
  public var recognizers: Int?
  /// The filters of the touchscreens; nil without any, and where this client may not know.
  public var filters: [Filter]?
  /// The state of the configuration; nil where this client may not know.
  public var configuration: Configuration?
}
