import Base
import QRCodes

extension QRCode {
  /// The code that stands at a tour's start and opens its preview (TR-FR2.3).
  ///
  /// - Parameter publicAddress: of the server, without a final slash.
  /// - Returns: nil if the address is too long for a QR code.
  public init?(tour: EntityID, publicAddress: String) {
    self.init("\(publicAddress)/t/\(tour)")
  }
}
