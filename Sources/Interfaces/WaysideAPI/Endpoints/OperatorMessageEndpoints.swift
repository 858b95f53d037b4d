import Access
import Base
import HTTPServing
import Moderation

/// Writing to the operator, and answering.
struct OperatorMessageEndpoints {
  let messages: OperatorMessageService

  private static let example = """
    {"subject": "The map of our village", "text": "Three streets are missing.", \
    "email": "ana@example.org", "breach": false}
    """

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/operator-messages", "writeToOperator",
        "Writes to the operator; without an account with an email address for the answer. "
          + "`breach` says that somebody else got into an account, which is counted by month.",
        access: .anyoneButAdmins, budget: .signUp,
        reading: .json(example: Self.example) { try OperatorMessageDraft(reading: $0) },
        answers: [.empty("Kept until it is answered")], errors: ["too-many-messages"]
      ) { request, body in
        try messages.send(body.read(request), caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/admin/operator-messages", "listOperatorMessages",
        "Messages that wait for an answer, oldest first.", access: .admin,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of messages", .page(of: .named("OperatorMessage")))]
      ) { request in
        let page = try messages.waiting(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/admin/breaches", "listBreaches",
        "How many messages told of a breach in each of the last twelve months, the present first.",
        access: .admin, answers: [.json(200, "The months", .named("BreachCounts"))]
      ) { request in
        let months = try messages.breaches(caller: request.caller)
        return request.json { json in
          json.object { json in
            json.array("items") { json in
              for month in months { month.write(to: &json) }
            }
          }
        }
      },
      Operation(
        .get, "/v1/admin/operator-messages/{message}", "getOperatorMessage", "One message.",
        access: .admin, answers: [.json(200, "The message", .named("OperatorMessage"))]
      ) { request in
        let message = try messages.get(request.id("message"), caller: request.caller)
        return request.json { message.write(to: &$0) }
      },
      Operation(
        .post, "/v1/admin/operator-messages/{message}/answer", "answerOperatorMessage",
        "Answers a message by mail, and in the notifications of whoever has an account.",
        access: .admin,
        reading: .json(example: #"{"text": "They are on the map now."}"#) {
          $0.string("text", OperatorMessageService.answers)
        },
        answers: [.json(200, "The answered message", .named("OperatorMessage"))],
        errors: ["already-answered"]
      ) { request, body in
        let id = try request.id("message")
        let answered = try messages.answer(id, body.read(request), caller: request.caller)
        return request.json { answered.write(to: &$0) }
      },
    ]
  }
}
