import Registration

/// What the operator can set of objects.
public enum ObjectsSettings {
  /// Most entries of one account's inventory (CG-RL-07).
  public static let inventoryLimit = Setting("inventoryLimit", 100, in: 1...10_000)

  static let all: [any DeclaredSetting] = [inventoryLimit]
}
