import Glibc

/// How standard output shows text for people.
enum OutputStyle {
  /// The columns of the terminal on standard output; nil when standard output is no terminal.
  ///
  /// The corresponding C function is `ioctl` with `TIOCGWINSZ`. A terminal that does not know its
  /// size counts as 80 columns wide.
  static var columns: Int? {
    guard Output.isTerminal else { return nil }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
