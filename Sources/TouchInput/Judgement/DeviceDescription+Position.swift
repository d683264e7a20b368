extension DeviceDescription {
  /// Whether the device has ABS_X and ABS_Y.
  var declaresSinglePosition: Bool {
    declares(type: EventCode.absolute, code: EventCode.x)
      && declares(type: EventCode.absolute, code: EventCode.y)
  }

  /// Whether the device declares every axis, as joysticks of old drivers do. Such a device also declares the code
  /// before ABS_MT_SLOT, which nothing uses.
  var declaresEveryAxis: Bool {
    declares(type: EventCode.absolute, code: EventCode.slot)
      && declares(type: EventCode.absolute, code: EventCode.reservedBeforeSlot)
  }

  /// Whether the device has ABS_MT_POSITION_X and ABS_MT_POSITION_Y, and does not just declare every axis.
  var declaresMultitouchPosition: Bool {
    !declaresEveryAxis
      && declares(type: EventCode.absolute, code: EventCode.positionX)
      && declares(type: EventCode.absolute, code: EventCode.positionY)
  }

  /// Whether the device has any of the four position axes.
  var declaresAnyPosition: Bool {
    [EventCode.x, EventCode.y, EventCode.positionX, EventCode.positionY].contains {
      declares(type: EventCode.absolute, code: $0)
    }
  }
}
