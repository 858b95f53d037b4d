import Access
import Base
import HTTPServing
import Moderation

/// Whether people find it easy to use.
struct EaseEndpoints {
  let ease: EaseService

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/ease-answers", "answerEaseQuestion",
        "Says whether this is easy to use; counted, and kept without who has said it.",
        access: .user, budget: .signUp,
        reading: .json(example: #"{"easy": true}"#) { $0.bool("easy") },
        answers: [.empty("Counted")]
      ) { request, body in
        try ease.answer(isEasy: body.read(request), caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/admin/ease", "getEase",
        "How many of those who answered find it easy, in each of the last twelve months, the "
          + "present first, and in all of them.", access: .admin,
        answers: [.json(200, "The months, and all together", .named("EaseCounts"))]
      ) { request in
        let months = try ease.counts(caller: request.caller)
        let answers = months.reduce(0) { $0 + $1.answers }
        let easy = months.reduce(0) { $0 + $1.easy }
        return request.json { json in
          json.object { json in
            json.array("items") { json in
              for month in months { month.write(to: &json) }
            }
            json.member("answers", answers)
            json.member("percent", EaseCount.percent(easy: easy, of: answers))
          }
        }
      },
    ]
  }
}
