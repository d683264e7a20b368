import GestureCore
import GestureProtocol
import TouchInput

/// The result of a calibration, for the configuration, for udev, and for programs.
struct CalibrationReport {
  /// The device's own description, which may be hostile.
  let device: DeviceDescription
  /// The device's node.
  let node: String
  /// The measured calibration.
  let calibration: PanelCalibration
  /// The table of the configuration that covers the device already; nil where no table does.
  let table: String?

  /// The whole report, for a person.
  var text: String {
    let marks = RoundedNumber.text(calibration.residual * 100, decimals: 1)
    let about = calibration.isOrientationOnly ? "" : "nearly "
    return """
      # “\(device.name.escapedForMessage)” \(about)\(calibration.orientation); the points were hit to \(marks) % of the picture.

      # For gestured, in /etc/gestured/gestured.toml:
      \(toml)

      # For libinput, in /etc/udev/rules.d/99-touchscreen-calibration.rules:
      \(udevRule)
      """
  }

  /// The whole report, for a program.
  var json: JSONValue {
    var fields: [String: JSONValue] = ["node": .text(node), "name": .text(device.name)]
    fields["matrix"] = .list(Self.rows(calibration.matrix).map { .number($0) })
    fields["measured_matrix"] = .list(Self.rows(calibration.measured).map { .number($0) })
    fields["rotation_deg"] = .null
    if let rotation { fields["rotation_deg"] = .integer(rotation.rawValue) }
    fields["mirrored"] = .flag(calibration.orientation.isMirrored)
    fields["residual"] = .number(RoundedNumber.round(calibration.residual, decimals: 4))
    fields["toml"] = .text(toml)
    fields["udev_rule"] = .text(udevRule)
    return .object(fields)
  }

  /// The table for the configuration, or the keys for the present table.
  var toml: String {
    let measured = Self.rows(calibration.measured).map(VisibleText.number).joined(separator: ", ")
    let exact = Self.rows(calibration.matrix).map(VisibleText.number).joined(separator: ", ")
    var lines: [String]
    if let table {
      lines = ["# into [device.\(table)], instead of its rotation_deg and calibration_matrix:"]
    } else {
      lines = ["[device.\(tableName)]", "name = \"\(namePattern)\""]
    }
    if let rotation {
      lines.append("rotation_deg = \(rotation.rawValue)")
    } else {
      lines.append("calibration_matrix = [\(exact)]")
    }
    if calibration.isOrientationOnly, exact != measured {
      // On a large screen, a person may see the difference and use the measured numbers.
      lines.append("# or, as it was touched: calibration_matrix = [\(measured)]")
    }
    return lines.joined(separator: "\n")
  }

  /// A rule for udev.
  var udevRule: String {
    let numbers = [("bustype", device.bus), ("vendor", device.vendor), ("product", device.product)].map {
      name, value in
      let digits = String(value, radix: 16)
      return "ATTRS{id/\(name)}==\"\(String(repeating: "0", count: 4 - digits.count))\(digits)\""
    }
    let matches = ["ACTION!=\"remove\"", "SUBSYSTEM==\"input\"", "KERNEL==\"event*\""] + numbers
    let matrix = Self.rows(calibration.matrix).map(VisibleText.number).joined(separator: " ")
    return (matches + ["ATTRS{name}==\"\(udevPattern)\"", "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix)\""])
      .joined(separator: ", ")
  }

  /// The rotation, where the calibration is a rotation and nothing else.
  private var rotation: PanelPlacement.Rotation? {
    let orientation = calibration.orientation
    return calibration.isOrientationOnly && !orientation.isMirrored ? orientation.rotation : nil
  }

  /// The six numbers in the order of LIBINPUT_CALIBRATION_MATRIX.
  private static func rows(_ matrix: AffineTransform) -> [Double] {
    [matrix.a, matrix.c, matrix.tx, matrix.b, matrix.d, matrix.ty].map {
      RoundedNumber.round($0, decimals: 4)
    }
  }

  // MARK: Names

  /// A name for the table that the configuration allows.
  private var tableName: String {
    let longest = 40
    var name = ""
    for scalar in device.name.lowercased().unicodeScalars where name.utf8.count < longest {
      if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-" {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, !name.hasSuffix("_") {
        name += "_"
      }
    }
    while name.hasSuffix("_") { name.removeLast() }
    return name.isEmpty ? "touchscreen" : name
  }

  /// A pattern of the configuration for the device's name, to be put in quotes. It has `?` for each character that a
  /// terminal or TOML might interpret.
  private var namePattern: String {
    // A character has at most four bytes, and a pattern may have 255.
    let longest = 60
    var pattern = ""
    for scalar in device.name.unicodeScalars.prefix(longest) {
      let isPlain = scalar != "\"" && scalar != "\\" && VisibleText.visible("\(scalar)") == "\(scalar)"
      pattern.unicodeScalars.append(isPlain ? scalar : "?")
    }
    if device.name.unicodeScalars.count > longest || pattern.isEmpty { pattern += "*" }
    return pattern
  }

  /// A pattern of udev's for the device's name, to be put in quotes. It has `*` for all text that udev, a shell or a
  /// terminal might interpret.
  private var udevPattern: String {
    var pattern = ""
    for scalar in device.name.unicodeScalars {
      if Self.isPlainForUdev(scalar) {
        pattern.unicodeScalars.append(scalar)
      } else if !pattern.hasSuffix("*") {
        pattern += "*"
      }
    }
    // udev may drop spaces at the end before it compares.
    while pattern.hasSuffix(" ") { pattern.removeLast() }
    let isWhole = !pattern.isEmpty && pattern == device.name
    return isWhole || pattern.hasSuffix("*") ? pattern : pattern + "*"
  }

  private static func isPlainForUdev(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".", ":", "/", "(", ")", "+", ",", "#": true
    default: false
    }
  }
}
