import DefaultsCore
import DefaultsSchema
import Terminal

/// Computes the numbers to which the step keys of a number lead; all of them can be stored.
///
/// A step leads to the next number of a grid. With `multipleOf`, the grid has the multiples of 0 and is
/// as wide as the step; otherwise it begins at the minimum, or at 0. If the schema declares neither a
/// step nor a multiple, there is no grid: the editor's own step is added to any number. In both cases a
/// step ends at the last number before a bound that can be stored.
///
/// The numbers are counted in units, which are one for integers and a power of ten for reals. So sums
/// are exact: the next number after 0.2 with the step 0.1 is 0.3, not 0.30000000000000004.
struct NumberSteps {
  /// The number of decimals of a unit.
  private let decimals: Int
  /// The distance of two numbers of the grid.
  private let step: Int128
  /// A number of the grid; nil if there is none.
  private let origin: Int128?
  /// The least number that can be stored; nil for no limit.
  let least: Int128?
  /// The greatest number that can be stored; nil for no limit.
  let greatest: Int128?

  /// Creates the steps of an integer.
  init(_ limits: NumberLimits<Int128>) {
    self.init(limits, decimals: 0, ownStep: 1, gap: 1)
  }

  /// Creates the steps of a real number from values, which ``units(_:)`` must not round.
  init(_ limits: NumberLimits<Double>, for values: [Defaults.StoredValue?]) {
    let declared = [limits.minimum, limits.maximum, limits.step, limits.multipleOf]
    let numbers = declared.map { $0.map(DecimalNumber.init) }
    let decimals = (numbers + values.map { $0.flatMap(DecimalNumber.init) })
      .reduce(0) { max($0, $1?.decimals ?? 0) }
    // Two more for a twentieth of the range; in smaller units, large numbers have no room.
    let units = min(18, decimals + 2)
    self.init(limits, numbers.map { $0?.units(units) }, decimals: units)
  }

  /// Creates the steps of a real number from units with a number of decimals.
  ///
  /// `units` are the minimum, the maximum, the step and the multiple.
  private init(_ limits: NumberLimits<Double>, _ units: [Int128?], decimals: Int) {
    let whole = NumberLimits<Int128>(
      minimum: units[0],
      maximum: units[1],
      excludesMinimum: limits.excludesMinimum,
      excludesMaximum: limits.excludesMaximum,
      step: units[2],
      multipleOf: units[3]
    )
    var range = Int128.max
    if let minimum = units[0], let maximum = units[1], maximum > minimum {
      range = maximum - minimum
    }
    let ownStep = range == .max ? DecimalNumber(1).units(decimals) ?? 1 : max(1, range / 20)
    // The number next to an excluded bound would have very many decimals.
    let gap = units[2].flatMap { $0 < range ? $0 : nil } ?? ownStep
    self.init(whole, decimals: decimals, ownStep: ownStep, gap: gap)
  }

  /// Creates the steps from limits in units with a number of decimals.
  ///
  /// `ownStep` is the step if none is declared. `gap` is the distance of the first number that can
  /// be stored from an excluded bound.
  private init(_ limits: NumberLimits<Int128>, decimals: Int, ownStep: Int128, gap: Int128) {
    self.decimals = decimals
    let multiple = limits.multipleOf.flatMap { $0 > 0 ? $0 : nil }
    let declared = limits.step.flatMap { $0 > 0 ? $0 : nil } ?? multiple
    step = (declared ?? ownStep).roundedUp(toMultipleOf: multiple ?? 1)
    origin = declared == nil ? nil : multiple == nil ? limits.minimum ?? 0 : 0
    var least = limits.minimum?.roundedUp(toMultipleOf: multiple ?? 1)
    if limits.excludesMinimum, least == limits.minimum {
      least = least?.adding(multiple ?? gap)
    }
    var greatest = limits.maximum.map { $0.adding(-$0.remainder(multiple ?? 1)) }
    if limits.excludesMaximum, greatest == limits.maximum {
      greatest = greatest?.adding(-(multiple ?? gap))
    }
    self.least = least
    self.greatest = greatest
  }

  // MARK: - Units

  /// Returns a number in units; nil if it is too large, and for other values.
  func units(_ value: Defaults.StoredValue) -> Int128? {
    DecimalNumber(value)?.units(decimals)
  }

  /// Returns the text of a number of units.
  func text(_ units: Int128) -> String {
    guard decimals > 0, let number = Double("\(units)e-\(decimals)") else { return "\(units)" }
    return NumberText.string(number)
  }

  /// The text of the step.
  var stepText: String { text(step) }

  // MARK: - Steps

  /// The number that can be stored and is nearest to 0, for the first step of a value that is unset.
  var nearestToZero: Int128 { min(max(0, least ?? 0), greatest ?? .max) }

  /// Returns the number after a step, in units; nil if there is none.
  ///
  /// If there is no current number, a step up or down leads to `first`.
  func number(after current: Int128?, _ command: StepCommand, orFirst first: Int128?) -> Int128? {
    let count: Int128
    switch command {
    case .minimum: return least
    case .maximum: return greatest
    case .stepUp: count = 1
    case .stepDown: count = -1
    case .tenStepsUp: count = 10
    case .tenStepsDown: count = -10
    }
    guard let current else { return first }
    return number(after: current, steps: count)
  }

  /// Returns why a step changes nothing.
  func note(_ command: StepCommand) -> SafeText {
    switch command {
    case .stepUp, .tenStepsUp, .maximum: "  no greater value"
    case .stepDown, .tenStepsDown, .minimum: "  no smaller value"
    }
  }

  /// Returns the number after some steps up, or down if `count` is negative; nil if there is none.
  ///
  /// From outside of the bounds, a step leads to the nearest number inside in that direction.
  private func number(after current: Int128, steps count: Int128) -> Int128? {
    guard least ?? .min <= greatest ?? .max else { return nil }
    if let least, current < least { return count > 0 ? least : nil }
    if let greatest, current > greatest { return count < 0 ? greatest : nil }
    var start = current
    if let origin {
      // From beside the grid, the first step is shorter.
      let (distance, overflow) = current.subtractingReportingOverflow(origin)
      let excess = overflow ? 0 : distance.remainder(step)
      if excess > 0 { start = start.adding(count > 0 ? -excess : step - excess) }
    }
    let (change, overflow) = step.multipliedReportingOverflow(by: count)
    guard !overflow else { return nil }
    let next = min(max(start.adding(change), least ?? .min), greatest ?? .max)
    return next == current ? nil : next
  }
}

/// A number as whole digits times a power of ten.
private struct DecimalNumber {
  private let digits: Int128
  private let exponent: Int

  /// Creates the number of a value; nil if it is not one.
  init?(_ value: Defaults.StoredValue) {
    switch value {
    case .integer(let number): self.init(digits: number, exponent: 0)
    case .real(let number): self.init(number)
    default: return nil
    }
  }

  /// Creates the shortest decimal that is parsed as the number; 0 for one that is not finite.
  init(_ number: Double) {
    let parts = "\(number)".split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    var fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    if fraction == "0" { fraction = "" }
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    self.init(digits: Int128(mantissa[0] + fraction) ?? 0, exponent: exponent - fraction.count)
  }

  private init(digits: Int128, exponent: Int) {
    self.digits = digits
    self.exponent = exponent
  }

  /// The number of decimals.
  var decimals: Int { max(0, -exponent) }

  /// Returns the number in units of a power of ten, rounded towards 0; nil if it is too large.
  func units(_ decimals: Int) -> Int128? {
    var (units, shift) = (digits, exponent + decimals)
    while shift < 0, units != 0 { (units, shift) = (units / 10, shift + 1) }
    while shift > 0, units != 0 {
      // A third of the range is left for steps.
      guard units.magnitude < Int128.max.magnitude / 30 else { return nil }
      (units, shift) = (units * 10, shift - 1)
    }
    return units
  }
}

extension Int128 {
  /// Returns the distance to the next lower multiple, which is not negative.
  fileprivate func remainder(_ divisor: Int128) -> Int128 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  fileprivate func roundedUp(toMultipleOf divisor: Int128) -> Int128 {
    let remainder = remainder(divisor)
    return remainder == 0 ? self : adding(divisor - remainder)
  }

  /// Returns the sum, or the nearest number if it is too large or too small.
  fileprivate func adding(_ other: Int128) -> Int128 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? other > 0 ? .max : .min : sum
  }
}
