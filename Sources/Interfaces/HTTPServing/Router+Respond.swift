/// What is to be done with a request whose header is known.
enum Dispatch: Sendable {
  case route(Int, PathParameters)
  /// An answer that needs no handler.
  case answer(HTTPResponse)
  case refuse(HTTPRefusal)
}

extension Router {
  /// Finds the route, or what to answer without one: 404, 405 with `Allow`, 204 for OPTIONS.
  func dispatch(_ method: HTTPMethod, _ target: RequestTarget) -> Dispatch {
    switch match(method, target) {
    case .route(let index, let parameters): return .route(index, parameters)
    case .nothing: return .refuse(.unknownPath)
    case .methods(let methods):
      let allow = methods.map(\.rawValue).joined(separator: ", ")
      if method == .options { return .answer(HTTPResponse(204).with("Allow", allow)) }
      var refusal = HTTPRefusal(
        405, "method-not-allowed", "This path answers to: \(allow).")
      refusal.headers.append("Allow", allow)
      return .refuse(refusal)
    }
  }

  /// Answers a request without any socket, with the same limits and refusals as the server.
  ///
  /// - Parameter render: turns refusals into answers.
  public func respond(
    to request: HTTPRequest,
    render: (HTTPRefusal) -> HTTPResponse = { $0.problemResponse() }
  ) -> HTTPResponse {
    switch dispatch(request.method, request.target) {
    case .refuse(let refusal): return render(refusal)
    case .answer(let response): return response
    case .route(let index, let parameters):
      let route = routes[index]
      if let turnedDown = route.admit?(request, parameters) { return turnedDown }
      if let refusal = route.refusal(ofBytes: request.body.count) { return render(refusal) }
      var request = request
      do throws(HTTPRefusal) {
        request.body = try route.accepted(request.body)
      } catch {
        return render(error)
      }
      let response = route.handler(request, parameters)
      return (try? response.settled()) ?? render(.noWorkSpace)
    }
  }
}
