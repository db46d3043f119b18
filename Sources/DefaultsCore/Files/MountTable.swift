import Glibc

/// The mounted file systems that other computers can change.
///
/// Inotify reports only changes by this computer, so files there must be polled.
enum MountTable {
  private static let remoteTypes: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "coda", "fuse.sshfs", "glusterfs",
    "fuse.glusterfs", "lustre", "virtiofs", "vboxsf", "davfs", "fuse.rclone",
  ]

  /// Returns whether an entry of a plan is on such a file system.
  static func isRemote(_ plan: WatchPlan, in files: FileSystem) -> Bool {
    let remote = remoteDevices(in: files)
    guard !remote.isEmpty else { return false }
    return plan.entries.contains { entry in
      let status = try? files.status(of: entry.directory, following: true)
      return status.map { remote.contains($0.device) } ?? false
    }
  }

  /// The device numbers of such file systems.
  ///
  /// They are read each time, because file systems are mounted while the process runs, by an automounter
  /// for example.
  private static func remoteDevices(in files: FileSystem) -> Set<UInt64> {
    let path = "/proc/self/mountinfo"
    do throws(Defaults.StoreError) {
      let file = try files.open(path, flags: O_RDONLY)
      let bytes = try files.contents(of: file, with: try files.status(of: file), limit: 1 << 24)
      return devices(in: String(decoding: bytes, as: UTF8.self))
    } catch {
      // If the table cannot be read, every file system counts as local.
      return []
    }
  }

  /// Returns the device numbers of remote file systems in the text of proc_pid_mountinfo(5).
  static func devices(in table: String) -> Set<UInt64> {
    var devices: Set<UInt64> = []
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count, fields.count > 2,
        remoteTypes.contains(fields[dash + 1])
      else { continue }
      let numbers = fields[2].split(separator: ":").compactMap { UInt64($0) }
      guard numbers.count == 2 else { continue }
      // The layout of `dev_t` in glibc: 12 low bits of the major number above 8 of the minor.
      let (major, minor) = (numbers[0], numbers[1])
      let low = (major & 0xFFF) << 8 | minor & 0xFF
      let high = (major & ~0xFFF) << 32 | (minor & ~0xFF) << 12
      devices.insert(low | high)
    }
    return devices
  }
}
