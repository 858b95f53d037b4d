import Cryptography

func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes).bytes }
