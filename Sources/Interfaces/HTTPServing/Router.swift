/// Finds the route of a request.
///
/// Only the canonical form of a path is known: a trailing or double slash, an encoded slash, path
/// parameters (`;x=y`) and needless escapes in literal segments are simply other paths, answered
/// with 404. Literal segments win over parameters. HEAD is answered by the GET route.
///
/// The tree is one flat array of nodes; looking up compares bytes and allocates only the values of
/// parameters.
///
/// - Complexity: O(segments · children of a node).
/// - Thread: shared, immutable.
public struct Router: Sendable {
  private struct Node: Sendable {
    var literals: [(text: [UInt8], child: Int)] = []
    var parameterChild = -1
    /// Route index per method, -1 if there is none; empty if the node ends no pattern.
    var routes: [Int] = []
  }

  /// What a lookup found.
  enum Match: Sendable {
    case route(Int, PathParameters)
    /// The path exists, the method does not.
    case methods([HTTPMethod])
    case nothing
  }

  /// Every route in the order given.
  public let routes: [Route]
  private var nodes = [Node()]

  /// - Precondition: no two routes share method and shape.
  public init(_ routes: [Route]) {
    self.routes = routes
    for (index, route) in routes.enumerated() { insert(route, index) }
  }

  private mutating func insert(_ route: Route, _ index: Int) {
    var node = 0
    for segment in route.pattern.segments {
      switch segment {
      case .literal(let text):
        if let known = nodes[node].literals.first(where: { $0.text == text }) {
          node = known.child
        } else {
          nodes.append(Node())
          nodes[node].literals.append((text, nodes.count - 1))
          node = nodes.count - 1
        }
      case .parameter:
        if nodes[node].parameterChild < 0 {
          nodes.append(Node())
          nodes[node].parameterChild = nodes.count - 1
        }
        node = nodes[node].parameterChild
      }
    }
    if nodes[node].routes.isEmpty {
      nodes[node].routes = Array(repeating: -1, count: HTTPMethod.allCases.count)
    }
    // Invariant: routes are made at the start, of operations that the program declares.
    precondition(
      nodes[node].routes[route.method.index] < 0,
      "two routes for \(route.method.rawValue) \(route.pattern)")
    nodes[node].routes[route.method.index] = index
  }

  /// The methods of a node's routes, with HEAD beside GET and OPTIONS always.
  private func methods(_ node: Node) -> [HTTPMethod] {
    HTTPMethod.allCases.filter { method in
      method == .options || node.routes[method.index] >= 0
        || (method == .head && node.routes[HTTPMethod.get.index] >= 0)
    }
  }

  func match(_ method: HTTPMethod, _ target: RequestTarget) -> Match {
    if target.isAsterisk { return method == .options ? .methods(HTTPMethod.allCases) : .nothing }
    return target.bytes.withUnsafeBufferPointer { bytes in
      var captured: [Range<Int>] = []
      guard let found = find(0, 1, bytes, target.pathEnd, &captured) else { return .nothing }
      let node = nodes[found]
      var index = node.routes[method.index]
      if index < 0, method == .head { index = node.routes[HTTPMethod.get.index] }
      var values: [String] = []
      for range in captured {
        guard let text = parameter(bytes[range], target.hasEscapes) else { return .nothing }
        values.append(text)
      }
      guard index >= 0 else { return .methods(methods(node)) }
      if values.isEmpty { return .route(index, .none) }
      let names = routes[index].pattern.parameterNames
      return .route(index, PathParameters(names: names, values: values))
    }
  }

  /// The node that ends the path from `start` on; literals first, then the parameter.
  private func find(
    _ node: Int, _ start: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ end: Int,
    _ captured: inout [Range<Int>]
  ) -> Int? {
    var stop = start
    while stop < end, bytes[stop] != 0x2f { stop += 1 }
    let isLast = stop == end
    for (text, child) in nodes[node].literals where text.count == stop - start {
      guard text.withUnsafeBufferPointer({ $0.elementsEqual(bytes[start..<stop]) }) else {
        continue
      }
      if isLast {
        if !nodes[child].routes.isEmpty { return child }
      } else if let found = find(child, stop + 1, bytes, end, &captured) {
        return found
      }
    }
    let child = nodes[node].parameterChild
    guard child >= 0, stop > start else { return nil }
    captured.append(start..<stop)
    if isLast {
      if !nodes[child].routes.isEmpty { return child }
    } else if let found = find(child, stop + 1, bytes, end, &captured) {
      return found
    }
    captured.removeLast()
    return nil
  }

  /// The decoded value; nil if it holds an encoded slash or path parameters.
  private func parameter(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ hasEscapes: Bool
  ) -> String? {
    if bytes.contains(0x3b) { return nil }
    guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
    guard let text = PercentCoding.decode(bytes), !text.utf8.contains(0x2f) else { return nil }
    return text
  }
}
