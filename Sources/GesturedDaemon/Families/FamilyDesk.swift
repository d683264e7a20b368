import EventFamilies
import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxInput

/// What is made of what no finger did: who is told of it, by UIKit's rules.
///
/// ```
///   FamilyDevice ──▶ desk ─┬─ shake, press ──▶ the first responder of the key window and its chain
///                          ├─ command ───────▶ the client that claimed the audio session last
///                          └─ route ─────────▶ everybody
/// ```
///
/// `FamilyDesk+Delivery.swift` has how.
final class FamilyDesk {
  /// The device of what recognizers make of presses, which are on no touchscreen.
  static let presses = 0

  private(set) var settings: FamilySettings
  /// `[touch]`: what recognizers on presses go by too.
  private(set) var touch: TouchSettings
  /// Where sound goes.
  var router: AudioRouter
  /// Who receives commands.
  var receivers = RemoteReceivers()
  /// Which ways devices wind.
  var seeks = SeekLedger()
  /// Who was told that winding began, by what was told: the end goes to the same.
  var seekReceivers: [RemoteCommand: Int] = [:]
  /// Who was told of the shake that is under way on a device.
  var shakes: [Int: FamilyReceivers] = [:]
  /// Who was told of each press that is down.
  var presses: [PressKey: FamilyReceivers] = [:]
  /// Who wants raw motion, by the numbers of clients.
  var readers: [Int: MotionReader] = [:]
  /// The last sample of each sensor.
  var latestReadings: [Int: MotionReading] = [:]
  /// What of that needs no right.
  var slowMotion = SlowMotion()
  /// The devices of which it is known what is plugged into them.
  var jacks: Set<Int> = []
  /// The numbers of the devices that are there, by their places in sysfs.
  private var numbers: [String: Int] = [:]
  private var latestNumber = 0
  /// The recognizers, for those that are on presses.
  private(set) var recognizers: RecognizerSet?
  /// How often they were others.
  private(set) var recognizersVersion = 0
  /// Whether somebody holds the lease: nothing but the route is told.
  private(set) var isSuspended = false
  private var hasNewWishes = true
  /// What recognizers make of presses, on its way out.
  var buffer = EventBuffer()

  /// The regions and windows that what no finger did starts in and climbs; nil without any.
  weak var scene: (any ResponderScene)?

  /// One press of one device.
  struct PressKey: Hashable {
    var device: Int
    var press: UInt64
  }

  /// A desk of a machine in which nothing is plugged.
  init(_ settings: FamilySettings = FamilySettings(), touch: TouchSettings = TouchSettings()) {
    self.settings = settings
    self.touch = touch
    router = AudioRouter(settings.audio ?? AudioSettings())
  }

  /// What devices are to be read for now: a sensor that nobody listens to costs power (MOT-25), and keys that nobody
  /// receives are nobody's business (RMT-9, RMT-12).
  func wantedRoles(_ publisher: Publisher) -> DeviceRoles {
    var roles: DeviceRoles = []
    if settings.shake != nil,
      publisher.hasDump || !readers.isEmpty || settings.resetsTransforms
        || publisher.isWanted(.motion)
    {
      roles.insert(.motion)
    }
    if settings.remote != nil {
      roles.insert(.presses)
      if publisher.hasDump || receivers.receiver != nil { roles.insert(.remote) }
    }
    if settings.audio != nil { roles.insert(.jack) }
    return roles
  }

  /// Goes on by other settings. Devices are opened anew by whoever reads them.
  func reconfigure(_ settings: FamilySettings, touch: TouchSettings) {
    self.settings = settings
    self.touch = touch
    router.reconfigure(settings.audio ?? AudioSettings())
  }

  /// How often a second sensors are to be read: as often as the client wants that wants the most, and often enough for
  /// shakes.
  var wantedFrequency: Double { readers.values.reduce(SensorReader.usualFrequency) { max($0, $1.rate) } }

  /// The number of a device: one that is opened again for something else is the same.
  func number(of systemPath: String) -> Int {
    if let number = numbers[systemPath] { return number }
    latestNumber += 1
    numbers[systemPath] = latestNumber
    return latestNumber
  }

  /// Forgets a device that is gone: one that comes in its place is another.
  func forget(_ systemPath: String) {
    guard let number = numbers.removeValue(forKey: systemPath) else { return }
    latestReadings[number] = nil
    slowMotion.forget(number)
    jacks.remove(number)
    for client in readers.keys { readers[client]?.forget(number) }
  }

  /// What may be read at all. A jack is read beside its button, whose presses its plug mutes (CLK-14).
  var enabledRoles: DeviceRoles {
    var roles: DeviceRoles = []
    if settings.shake != nil { roles.insert(.motion) }
    if settings.remote != nil { roles.formUnion([.remote, .presses, .jack]) }
    if settings.audio != nil { roles.insert(.jack) }
    return roles
  }

  /// Clients have come, gone or asked for something: what is wanted may be otherwise.
  func noteWishes(_ turn: Turn) {
    hasNewWishes = true
    turn.owe(.families)
  }

  /// Whether that was so since this was asked last. It is asked in each turn, and costs nothing where nobody has asked
  /// for anything.
  func takeNewWishes() -> Bool {
    defer { hasNewWishes = false }
    return hasNewWishes
  }

  /// Takes over the recognizers.
  func setRecognizers(_ set: RecognizerSet) {
    recognizers = set
    recognizersVersion += 1
  }

  /// Begins to keep everything back but the route. What is under way was taken away before (MOT-16, PRS-7, RMT-5).
  func suspend() {
    latestReadings = [:]
    slowMotion.removeAll()
    isSuspended = true
  }

  /// Ends that. What was begun meanwhile was taken away before: it has no beginning for anybody.
  func resume() { isSuspended = false }
}
