import Registration

/// Courses of communities, and how far their learners are.
let courseTables = [
  """
  CREATE TABLE courses (
    id %id NOT NULL PRIMARY KEY,
    realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
    author %id REFERENCES accounts (id),
    title %text NOT NULL,
    description %text NOT NULL,
    version %int NOT NULL,
    created_at %int NOT NULL,
    updated_at %int NOT NULL)
  """,
  "CREATE INDEX courses_realm ON courses (realm, id)",
  "CREATE INDEX courses_author ON courses (author)",
  """
  CREATE TABLE course_lessons (
    id %id NOT NULL PRIMARY KEY,
    course %id NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
    position %int NOT NULL,
    kind %text NOT NULL CHECK (kind IN ('video', 'article')),
    title %text NOT NULL,
    text %text NOT NULL,
    link %text,
    CHECK (kind <> 'video' OR link IS NOT NULL))
  """,
  "CREATE INDEX course_lessons_course ON course_lessons (course, position)",
  """
  CREATE TABLE course_learners (
    account %id NOT NULL REFERENCES accounts (id),
    course %id NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
    started_at %int NOT NULL,
    reminders %int NOT NULL,
    reminded %int NOT NULL,
    PRIMARY KEY (account, course))
  """,
  "CREATE INDEX course_learners_course ON course_learners (course)",
  """
  CREATE TABLE course_progress (
    account %id NOT NULL REFERENCES accounts (id),
    lesson %id NOT NULL REFERENCES course_lessons (id) ON DELETE CASCADE,
    course %id NOT NULL,
    done_at %int NOT NULL,
    PRIMARY KEY (account, lesson),
    FOREIGN KEY (account, course) REFERENCES course_learners (account, course) ON DELETE CASCADE)
  """,
  "CREATE INDEX course_progress_course ON course_progress (course, account)",
  "CREATE INDEX course_progress_lesson ON course_progress (lesson)",
]

/// What is said of the tables of courses.
let courseClaims = [
  TableClaim(
    "courses", export: .yes("courses"), erasure: .yes("lose their author"), rules: .declared),
  .impersonal(
    "course_lessons", "is what a community teaches; who wrote the course stands there",
    rules: .yes("article-says-something")),
  TableClaim(
    "course_learners", export: .yes("learning"), erasure: .yes("deleted"),
    rules: .yes("learners-are-members")),
  TableClaim(
    "course_progress", export: .yes("learning"), erasure: .yes("deleted"),
    rules: .yes("progress-is-in-its-course")),
]

let courseInvariants = [
  Invariant(
    "article-says-something", "An article has a text.",
    countingBreaches: """
      SELECT COUNT(*) FROM course_lessons WHERE kind = 'article' AND text = ''
      """),
  Invariant(
    "learners-are-members", "Only members of a community learn in its courses.",
    countingBreaches: """
      SELECT COUNT(*) FROM course_learners g JOIN courses c ON c.id = g.course
      WHERE NOT EXISTS (SELECT 1 FROM memberships m
        WHERE m.account = g.account AND m.sub_realm = c.realm)
      """),
  Invariant(
    "progress-is-in-its-course", "Progress in a lesson counts for the course of that lesson.",
    countingBreaches: """
      SELECT COUNT(*) FROM course_progress p JOIN course_lessons l ON l.id = p.lesson
      WHERE l.course <> p.course
      """),
]
