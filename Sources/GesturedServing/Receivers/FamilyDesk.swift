import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration

/// Sends the events that no finger caused to their receivers, by UIKit's rules.
///
/// ```
///   FamilyDevice ──▶ desk ─┬─ shake, press ──▶ the first responder of the key window and its chain
///                          ├─ command ───────▶ the same, or else the client that claimed the audio session last
///                          └─ route ─────────▶ all subscribers
/// ```
///
/// `FamilyDesk+Delivery.swift` holds the delivery.
package final class FamilyDesk {
  /// The device number of gestures that recognizers make of presses. Touchscreens have other numbers.
  static let presses = 0

  /// Where the desk's events go.
  package let publisher: Publisher
  package private(set) var settings: FamilySettings
  /// `[touch]`, which recognizers on presses use too.
  package private(set) var touch: TouchSettings
  /// The sound's route.
  package var router: AudioRouter
  /// The clients that receive commands.
  package var receivers = RemoteReceivers()
  /// The directions in which devices seek.
  var seeks = SeekLedger()
  /// The clients that received the beginning of a seek, by that command. The same clients receive the end.
  var seekReceivers: [RemoteCommand: FamilyReceivers] = [:]
  /// The receivers of the shake under way, by device.
  package internal(set) var shakes: [Int: FamilyReceivers] = [:]
  /// The receivers of each press that is down.
  var presses: [PressKey: FamilyReceivers] = [:]
  /// The clients that subscribe to raw motion, by client number.
  package var readers: [Int: MotionReader] = [:]
  /// The last sample of each sensor.
  package var latestReadings: [Int: MotionReading] = [:]
  /// The samples that clients without the right `motion` receive.
  package internal(set) var slowMotion = SlowMotion()
  /// The devices whose plugged state is known.
  package var jacks: Set<Int> = []
  /// The numbers of the present devices, by their paths in sysfs.
  private var numbers: [String: Int] = [:]
  private var latestNumber = 0
  /// The recognizers, of which only those on presses matter here.
  package private(set) var recognizers: RecognizerSet?
  /// Grows with each change of `recognizers`.
  package private(set) var recognizersVersion = 0
  /// Whether a client holds the lease. Only route changes are published then.
  package private(set) var isSuspended = false
  private var hasNewWishes = true
  /// The events of recognizers on presses, until they are published.
  package var buffer = EventBuffer()

  /// The regions and windows in which these events start and climb; nil without touchscreens.
  package weak var scene: (any ResponderScene)?

  /// One press of one device.
  struct PressKey: Hashable {
    var device: Int
    var press: UInt64
  }

  /// A desk of a machine with nothing plugged in.
  package init(
    _ publisher: Publisher, _ settings: FamilySettings = FamilySettings(),
    touch: TouchSettings = TouchSettings()
  ) {
    self.publisher = publisher
    self.settings = settings
    self.touch = touch
    router = AudioRouter(settings.audio ?? AudioSettings())
  }

  /// The turn of the loop.
  package var turn: Turn { publisher.turn }

  /// The roles for which devices must be read now. A sensor without a listener would cost power (MOT-25), and keys
  /// without a receiver stay unread (RMT-9, RMT-12).
  package var wantedRoles: DeviceRoles {
    var roles: DeviceRoles = []
    if settings.shake != nil,
      publisher.hasDump || !readers.isEmpty || settings.resetsTransforms
        || publisher.isWanted(.motion)
    {
      roles.insert(.motion)
    }
    if settings.remote != nil {
      roles.insert(.presses)
      if publisher.hasDump || receivers.hasReceiver { roles.insert(.remote) }
    }
    if settings.audio != nil { roles.insert(.jack) }
    return roles
  }

  /// Takes over new settings. The sources reopen the devices.
  package func reconfigure(_ settings: FamilySettings, touch: TouchSettings) {
    self.settings = settings
    self.touch = touch
    router.reconfigure(settings.audio ?? AudioSettings())
  }

  /// The number of a device. A device that is reopened for other roles keeps its number.
  package func number(of systemPath: String) -> Int {
    if let number = numbers[systemPath] { return number }
    latestNumber += 1
    numbers[systemPath] = latestNumber
    return latestNumber
  }

  /// Forgets a device that is gone. A later device on the same path gets a new number.
  package func forget(_ systemPath: String) {
    guard let number = numbers.removeValue(forKey: systemPath) else { return }
    latestReadings[number] = nil
    slowMotion.forget(number)
    jacks.remove(number)
    for client in readers.keys { readers[client]?.forget(number) }
  }

  /// The roles that the settings allow. A jack is read beside its button, because plugging mutes the button (CLK-14).
  package var enabledRoles: DeviceRoles {
    var roles: DeviceRoles = []
    if settings.shake != nil { roles.insert(.motion) }
    if settings.remote != nil { roles.formUnion([.remote, .presses, .jack]) }
    if settings.audio != nil { roles.insert(.jack) }
    return roles
  }

  /// Notes that clients came, went or changed their requests, so that the wanted roles may differ.
  package func noteWishes() {
    hasNewWishes = true
    turn.owe(.families)
  }

  /// Whether `noteWishes` was called since the last call of this function.
  package func takeNewWishes() -> Bool {
    defer { hasNewWishes = false }
    return hasNewWishes
  }

  /// Takes over the recognizers.
  package func setRecognizers(_ set: RecognizerSet) {
    recognizers = set
    recognizersVersion += 1
  }

  /// Keeps everything back but route changes. The caller has ended all events under way (MOT-16, PRS-7, RMT-5).
  package func suspend() {
    latestReadings = [:]
    slowMotion.removeAll()
    isSuspended = true
  }

  /// Ends `suspend`. The caller has dropped all events that began meanwhile: clients never heard their beginning.
  package func resume() { isSuspended = false }
}
