import type { Client } from "#cli/publish/client.ts";
import { digestOfFile } from "#cli/publish/digest.ts";
import { readDigest, writeDigest } from "#cli/publish/digest-text.ts";
import { isAsSaved, otherSourceMessage } from "#cli/publish/judge.ts";
import type { Library } from "#cli/publish/media/library.ts";
import { type PlannedPost, type StoredPost, typeOfFile } from "#cli/publish/plan.ts";
import { certain } from "#lib/certain.ts";
import { listPostRevisions, readPostRevision } from "#lib/routes/editor-history.ts";
import { differs } from "./pulled-file.ts";

/** How a file stands to its page. */
export type PageJudgement =
  | { readonly is: "same" }
  /** The page says something else, and the file can be overwritten. */
  | { readonly is: "behind" }
  /** The file has changed, and the page has not. */
  | { readonly is: "ahead" }
  /** Both have changed. */
  | { readonly is: "both" }
  | { readonly is: "refused"; readonly message: string };

export const judgePage = async (
  planned: PlannedPost,
  stored: StoredPost,
  { library, client, force }: { library: Library; client: Client; force: boolean },
): Promise<PageJudgement> => {
  const { source } = stored;
  const origin = certain(planned.source.origin);
  const [one, other] = [typeOfFile(planned), stored.type];
  if ((one === "site.Page") !== (other === "site.Page"))
    return { is: "refused", message: "One of both is a post, and the other a page that is none." };
  if (one !== other)
    return { is: "refused", message: "One of file and page is an episode, and the other a post." };
  if (source && source.name !== origin.name)
    return { is: "refused", message: otherSourceMessage(origin, source) };
  if (source && source.path !== origin.path)
    return { is: "refused", message: `The page is that of ${source.path}; publish the renamed file first.` };
  if (!differs(planned, stored, library)) return { is: "same" };
  if (force || isAsPublished(planned, stored)) return { is: "behind" };
  if (source && isAsSaved(stored)) return { is: "ahead" };
  return { is: (await saysAnEarlierRevision(planned, stored, library, client)) ? "behind" : "both" };
};

/** True if the file says what it said when it was published last. */
const isAsPublished = (planned: PlannedPost, { source }: StoredPost): boolean => {
  const sent = source ? readDigest(source.digest) : undefined;
  if (!source || !sent) return false;
  const { base, ids } = sent;
  return writeDigest({ ...digestOfFile(planned), base, ids }) === source.digest;
};

/**
 * True if the file says what the page has said since, as after a pull that was not published. The service
 * keeps that revision, so that nothing is lost.
 */
const saysAnEarlierRevision = async (
  planned: PlannedPost,
  { id, source, latest_revision_id: latest }: StoredPost,
  library: Library,
  client: Client,
): Promise<boolean> => {
  const sent = source ? readDigest(source.digest) : undefined;
  if (!sent) return false;
  const { results } = await client(listPostRevisions, { params: { id }, query: { pageSize: maxRevisions } });
  for (const { id: revision } of results) {
    if (revision === latest || revision <= sent.base) continue;
    const earlier = await client(readPostRevision, { params: { id, revision } });
    if (!differs(planned, earlier as StoredPost, library)) return true;
  }
  return false;
};

const maxRevisions = 20;
