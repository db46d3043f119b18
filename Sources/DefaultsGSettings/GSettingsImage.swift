import DefaultsCore
import Glibc

/// What GIO reads in an image of a system, in place of what is on the running one.
struct GSettingsImage {
  /// The environment of a process that reads the image.
  let variables: [String: String]
  /// The profile of dconf, in which each database is named by its path in the image.
  let profile: String

  /// Creates what is read in an image.
  ///
  /// The environment is that of a process on the running system, and the profile is read from a file.
  /// It fails when something in the image leads out of it.
  init(
    _ root: SystemRoot,
    environment: [String: String],
    profileFile: String
  ) throws(GSettingsFailure) {
    // dconf obeys it before all else.
    let mandatory = "/run/dconf/user/\(getuid())"
    guard access(mandatory, F_OK) != 0 else {
      throw .unavailable(
        reason: "\(mandatory) makes dconf read the databases of the running system"
      )
    }
    let directories = BaseDirectories(environment: environment, root: root)
    let schemas = directories.dataDirectories.map { "\($0)/glib-2.0/schemas/gschemas.compiled" }
    do throws(Defaults.StoreError) {
      let databases = try DconfProfile(environment: environment).databases
      for file in schemas + databases.map(\.path) + ["\(directories.configHome)/dconf/user"] {
        try SystemRoot.check(file)
      }
      let lines = databases.map { "file-db:\($0.path)\n" }
      profile = "user-db:user\n" + lines.joined()
    } catch {
      throw .unavailable(reason: "\(error.location) cannot be used: \(error.briefReason)")
    }
    var variables = environment
    variables["XDG_CONFIG_HOME"] = directories.configHome
    variables["XDG_DATA_HOME"] = directories.dataHome
    variables["XDG_DATA_DIRS"] = directories.dataDirectories.joined(separator: ":")
    variables["DCONF_PROFILE"] = profileFile
    for name in ["GSETTINGS_SCHEMA_DIR", "GSETTINGS_BACKEND", "DBUS_SESSION_BUS_ADDRESS"] {
      variables[name] = nil
    }
    self.variables = variables
  }
}
