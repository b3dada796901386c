import type * as z from "zod/mini";
import { actingUserId, type Principal } from "#lib/access/principal.ts";
import type { Request } from "#lib/http/request.ts";
import { previewLinkPaths } from "#lib/pages/addresses.ts";
import { defaultPreviewSeconds, type PreviewLink } from "#lib/pages/preview-link.ts";
import type {
  newPreviewLink,
  previewLinkEntry,
  previewLinkToCreate,
} from "#lib/routes/editor-preview-links.ts";

/** What a receipt keeps of a link that was made. */
interface Outcome {
  readonly id: number;
  readonly state?: Readonly<Record<string, unknown>>;
}

type NewLink = z.input<typeof newPreviewLink>;

/** The link that a request asks for. */
export const wantedLink = ({ body: { expires_in, revision }, principal }: PreviewLinkCall) => ({
  expiresInSeconds: expires_in ?? defaultPreviewSeconds,
  revisionId: revision ?? null,
  makerId: actingUserId(principal),
});

interface PreviewLinkCall {
  readonly body: z.output<typeof previewLinkToCreate>;
  readonly principal: Principal;
}

/** The link with its addresses, which nothing shows again (contract#preview-links). */
export const newPreviewLinkView = (
  pageId: number,
  { link, key }: { readonly link: PreviewLink; readonly key: string },
  { site }: Pick<Principal, "site">,
  { origin }: Pick<Request, "origin">,
): NewLink => {
  const base = site.settings.baseUrl ?? origin;
  const { path, jsonPath } = previewLinkPaths({ pageId, id: link.id }, key);
  return { id: link.id, url: base + path, json_url: base + jsonPath, expires_at: link.expiresAt };
};

/** The same when the request is repeated: only a digest of the secret is stored. */
export const repeatedPreviewLinkView = ({ id, state }: Outcome): NewLink => ({
  ...{ id, url: null, json_url: null },
  expires_at: String(state?.expiresAt),
});

/** A link in the list of a page's links. */
export const previewLinkView = (
  { id, revisionId, makerId, createdAt, expiresAt }: PreviewLink,
  usernames: ReadonlyMap<number | null, string>,
): z.input<typeof previewLinkEntry> => ({
  id,
  revision: revisionId,
  created_by: usernames.get(makerId) ?? null,
  created_at: createdAt,
  expires_at: expiresAt,
});
