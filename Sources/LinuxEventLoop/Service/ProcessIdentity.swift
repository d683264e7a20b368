import Glibc

/// The identity of this process, for the default socket path and for messages about missing permission.
public enum ProcessIdentity {
  /// The process's number.
  public static var processID: Int32 { getpid() }

  /// The effective user: 0 is root.
  public static var effectiveUserID: UInt32 { geteuid() }

  /// The folder of the running program's file; nil where /proc is missing.
  public static var programFolder: String? {
    var storage = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe storage.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe readlink("/proc/self/exe", $0, buffer.count) } ?? -1
    }
    guard count > 0 else { return nil }
    let path = storage.prefix(count).map { UInt8(bitPattern: $0) }
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: path[..<Swift.max(slash, 1)], as: UTF8.self)
  }

  /// Whether the process has the rights of a group's members. Groups joined after the login, or after the service's
  /// start, do not count, as for the kernel.
  public static func isMember(ofGroup id: UInt32) -> Bool {
    if getegid() == id { return true }
    let count = getgroups(0, nil)
    guard count > 0 else { return false }
    var groups = [gid_t](repeating: 0, count: Int(count))
    let filled = unsafe getgroups(count, &groups)
    return filled > 0 && groups.prefix(Int(filled)).contains(id)
  }

  /// The number of the user with that name; nil when there is no such user, or the lookup fails.
  public static func userID(named name: String) -> UInt32? { lookUpUser(name)?.id }

  /// Gives this process the user, the group and the other groups of a user, for good, so that it may open what that
  /// user may open. Only root may do so.
  ///
  /// - Returns: whether the process has them; false when there is no such user, or the kernel refuses.
  public static func becomeUser(named name: String) -> Bool {
    guard let user = lookUpUser(name) else { return false }
    return unsafe initgroups(name, user.group) == 0 && setgid(user.group) == 0 && setuid(user.id) == 0
  }

  private static func lookUpUser(_ name: String) -> (id: UInt32, group: UInt32)? {
    // As for groups: 1 MiB bounds the answer of a directory service.
    var room = 1024
    while room <= 1 << 20 {
      var storage = [CChar](repeating: 0, count: room)
      var record = unsafe passwd()
      let found = unsafe storage.withUnsafeMutableBufferPointer { buffer -> (CInt, (UInt32, UInt32)?) in
        var result: UnsafeMutablePointer<passwd>?
        guard let base = buffer.baseAddress else { return (EINVAL, nil) }
        let status = unsafe getpwnam_r(name, &record, base, buffer.count, &result)
        guard let user = unsafe result else { return (status, nil) }
        return unsafe (status, (user.pointee.pw_uid, user.pointee.pw_gid))
      }
      guard found.0 == ERANGE else { return found.1 }
      room *= 4
    }
    return nil
  }

  /// The number of the group with that name; nil when there is no such group, or the lookup fails.
  public static func groupID(named name: String) -> UInt32? {
    unsafe lookUpGroup { unsafe getgrnam_r(name, $0, $1, $2, $3) }?.id
  }

  /// The name of the group with that number; nil when it has none, or the lookup fails.
  public static func groupName(of id: UInt32) -> String? {
    unsafe lookUpGroup { unsafe getgrgid_r(id, $0, $1, $2, $3) }?.name
  }

  private typealias GroupLookUp = (
    UnsafeMutablePointer<group>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<group>?>
  ) -> CInt

  private static func lookUpGroup(_ call: GroupLookUp) -> (id: UInt32, name: String)? {
    // A group with very many members needs more room than the usual 1 KiB; 1 MiB bounds the answer of a directory
    // service.
    var room = 1024
    while room <= 1 << 20 {
      var storage = [CChar](repeating: 0, count: room)
      var record = unsafe group()
      let found = unsafe storage.withUnsafeMutableBufferPointer { buffer -> (CInt, (UInt32, String)?) in
        var result: UnsafeMutablePointer<group>?
        guard let base = buffer.baseAddress else { return (EINVAL, nil) }
        let status = unsafe call(&record, base, buffer.count, &result)
        guard let group = unsafe result else { return (status, nil) }
        return unsafe (status, (group.pointee.gr_gid, String(cString: group.pointee.gr_name)))
      }
      guard found.0 == ERANGE else { return found.1 }
      room *= 4
    }
    return nil
  }
}
