import { commitDecision } from "#lib/store/commit.ts";
import { deleteCredential } from "#lib/store/write-credentials.ts";

export const signOut = (hash: string): Promise<void> =>
  commitDecision(async () => ({ writes: [deleteCredential(hash)], value: undefined }));
