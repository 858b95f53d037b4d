/// A personal sub-realm for each account that there was before they had rows.
let personalRealms = [
  """
  INSERT INTO sub_realms (id, kind, name, name_key, description, join_policy, state, created_at,
    version)
  SELECT id, 'personal', 'Personal', 'personal', '', 'closed', 'live', created_at, 1
  FROM accounts WHERE state <> 'erased'
  """,
  """
  INSERT INTO memberships (account, sub_realm, role, joined_at)
  SELECT id, id, 'owner', created_at FROM accounts WHERE state <> 'erased'
  """,
]
