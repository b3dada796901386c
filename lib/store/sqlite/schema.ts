/** In the head of the file, where `file` and SQLite's own tools find it: "Lctn". */
export const applicationId = 0x4c63746e;

/** The layout that this program writes; a file of a later one is refused. */
export const layout = 1;

/**
 * With the row numbers of SQLite, and not `WITHOUT ROWID`: so the index of the keys has no items in it,
 * through which each search would pass (decision 131).
 */
export const schema = `
  CREATE TABLE items (
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    size INTEGER NOT NULL,
    expires_at INTEGER,
    item TEXT NOT NULL,
    PRIMARY KEY (pk, sk)
  );
  CREATE INDEX expiring ON items (expires_at) WHERE expires_at IS NOT NULL;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${layout};`;
