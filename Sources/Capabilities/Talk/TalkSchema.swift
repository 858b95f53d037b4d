import Storage

/// Conversations and what is said in them.
let talkSchema = SchemaModule(
  name: "talk",
  migrations: [
    Migration(
      number: 1,
      statements: [
        """
        CREATE TABLE conversations (
          id %id NOT NULL PRIMARY KEY,
          realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
          latest_sequence %int NOT NULL CHECK (latest_sequence >= 0),
          latest_at %int)
        """,
        "CREATE INDEX conversations_realm ON conversations (realm)",
        """
        CREATE TABLE messages (
          id %id NOT NULL PRIMARY KEY,
          conversation %id NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
          sequence %int NOT NULL CHECK (sequence > 0),
          author %id REFERENCES accounts (id),
          client_key %text,
          kind %text NOT NULL CHECK (kind IN ('voice', 'text')),
          state %text NOT NULL CHECK (state IN ('preparing', 'ready', 'failed', 'withdrawn', 'deleted')),
          words %text NOT NULL,
          type %text,
          sha256 %text,
          bytes %int,
          playable_sha256 %text,
          playable_bytes %int,
          seconds %real,
          peaks %blob,
          created_at %int NOT NULL,
          UNIQUE (conversation, sequence))
        """,
        "CREATE UNIQUE INDEX messages_client_key ON messages (author, conversation, client_key)",
        "CREATE INDEX messages_author ON messages (author, created_at)",
        "CREATE INDEX messages_preparing ON messages (state, created_at)",
        """
        CREATE TABLE message_hearings (
          account %id NOT NULL REFERENCES accounts (id),
          message %id NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
          at %int NOT NULL,
          PRIMARY KEY (account, message))
        """,
        "CREATE INDEX message_hearings_message ON message_hearings (message)",
        """
        CREATE TABLE hidden_messages (
          account %id NOT NULL REFERENCES accounts (id),
          message %id NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
          PRIMARY KEY (account, message))
        """,
        "CREATE INDEX hidden_messages_message ON hidden_messages (message)",
        """
        CREATE TABLE calls (
          id %id NOT NULL PRIMARY KEY,
          conversation %id NOT NULL,
          media %text NOT NULL CHECK (media IN ('voice', 'video')),
          caller %id NOT NULL REFERENCES accounts (id),
          callee %id NOT NULL REFERENCES accounts (id),
          caller_session %id NOT NULL,
          callee_session %id,
          state %text NOT NULL CHECK (state IN ('ringing', 'connecting', 'active', 'ended')),
          reason %text,
          offered_at %int NOT NULL,
          accepted_at %int,
          ended_at %int,
          hidden %int NOT NULL,
          CHECK ((state = 'ended') = (reason IS NOT NULL)),
          CHECK ((state = 'ended') = (ended_at IS NOT NULL)))
        """,
        "CREATE INDEX calls_caller ON calls (caller, state)",
        "CREATE INDEX calls_callee ON calls (callee, state)",
        """
        CREATE TABLE call_signals (
          id %id NOT NULL PRIMARY KEY,
          call %id NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
          sender %id NOT NULL REFERENCES accounts (id),
          session %id NOT NULL,
          kind %text NOT NULL CHECK (kind IN ('description', 'candidate', 'media')),
          content %text NOT NULL)
        """,
        "CREATE INDEX call_signals_call ON call_signals (call, id)",
        "CREATE INDEX call_signals_sender ON call_signals (sender)",
      ])
  ])
