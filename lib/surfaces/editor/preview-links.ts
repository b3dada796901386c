import type * as z from "zod/mini";
import { type RequireKind, requireEditable } from "#lib/access/post-permits.ts";
import { actingUserId, type Principal } from "#lib/access/principal.ts";
import type { linkReads } from "#lib/actions/pages/page-reads.ts";
import { createPreviewLink } from "#lib/actions/pages/preview-links.ts";
import type { RepeatedCall } from "#lib/http/endpoint.ts";
import type { Request } from "#lib/http/request.ts";
import { previewLinkPaths } from "#lib/pages/addresses.ts";
import { defaultPreviewSeconds, type PreviewLink } from "#lib/pages/preview-link.ts";
import type { Window } from "#lib/queries/pagination.ts";
import type {
  newPreviewLink,
  previewLinkEntry,
  previewLinkToCreate,
} from "#lib/routes/editor-preview-links.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import type { EditorCall } from "./edited-kind.ts";

/** What a receipt keeps of a link that was made. */
interface Outcome {
  readonly id: number;
  readonly state?: Readonly<Record<string, unknown>>;
}

type NewLink = z.input<typeof newPreviewLink>;

/** The link that a request asks for. */
const wantedLink = ({ body: { expires_in, revision }, principal }: PreviewLinkCall) => ({
  expiresInSeconds: expires_in ?? defaultPreviewSeconds,
  revisionId: revision ?? null,
  makerId: actingUserId(principal),
});

interface PreviewLinkCall {
  readonly body: z.output<typeof previewLinkToCreate>;
  readonly principal: Principal;
}

/** The link with its addresses, which nothing shows again (contract#preview-links). */
const newPreviewLinkView = (
  pageId: number,
  { link, key }: { readonly link: PreviewLink; readonly key: string },
  { site }: Pick<Principal, "site">,
  { origin }: Pick<Request, "origin">,
): NewLink => {
  const base = site.settings.baseUrl ?? origin;
  const { path, jsonPath } = previewLinkPaths({ pageId, id: link.id }, key);
  return { id: link.id, url: base + path, json_url: base + jsonPath, expires_at: link.expiresAt };
};

/** The link for a repeated request, without its addresses: only a digest of the secret is stored. */
const repeatedPreviewLinkView = ({ id, state }: Outcome): NewLink => ({
  ...{ id, url: null, json_url: null },
  expires_at: String(state?.expiresAt),
});

/** A link in the list of a page's links. */
const previewLinkView = (
  { id, revisionId, makerId, createdAt, expiresAt }: PreviewLink,
  usernames: ReadonlyMap<number | null, string>,
): z.input<typeof previewLinkEntry> => ({
  id,
  revision: revisionId,
  created_by: usernames.get(makerId) ?? null,
  created_at: createdAt,
  expires_at: expiresAt,
});

/** Makes a link that shows a post or episode, and answers with its addresses. */
export const createLink = async (
  require: RequireKind,
  call: EditorCall<ReturnType<typeof linkReads>> & PreviewLinkCall,
): Promise<NewLink> => {
  const { params, principal, request, reads } = call;
  const made = await createPreviewLink(params.id, {
    ...wantedLink(call),
    reads,
    permit: (current) => requireEditable(require(current), principal),
  });
  return newPreviewLinkView(params.id, made, principal, request);
};

/** Answers a repeated request to make a link. Refuses callers who may not edit the page now. */
export const repeatLink =
  (require: RequireKind) =>
  async (
    { params, principal, reads }: RepeatedCall<"id", ReturnType<typeof linkReads>>,
    outcome: Outcome,
  ): Promise<NewLink> => {
    requireEditable(require(await reads.row(params.id)), principal);
    return repeatedPreviewLinkView(outcome);
  };

/** Lists the links that show a post or episode, the newest first. */
export const listLinks = async (
  require: RequireKind,
  {
    params,
    query,
    principal,
    request,
    reads,
  }: EditorCall<ReturnType<typeof linkReads>> & { readonly query: Window },
) => {
  const { page } = requireEditable(require(await reads.row(params.id)), principal);
  const { links } = await reads.links(page.id);
  return listWindow(links.toReversed(), query, request, async (entries) => {
    const usernames = await readUsernames(entries.map(({ makerId }) => makerId));
    return entries.map((link) => previewLinkView(link, usernames));
  });
};
