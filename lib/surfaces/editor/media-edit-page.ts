import { mayChange } from "#lib/access/media-permissions.ts";
import type { Caller, Principal } from "#lib/access/principal.ts";
import type { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { fileUrl } from "#lib/media/addresses.ts";
import { shownFileName } from "#lib/media/file-key.ts";
import { filesOf, type Media } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Site } from "#lib/site/site.ts";
import type { ObjectPage } from "#lib/themes/theme.ts";
import { objectPageReply, shownRequest } from "./editors-page.ts";
import { minuteInWords } from "./page-state.ts";

type EditPage = Pick<ObjectPage, "title" | "facts" | "links" | "steps">;

interface EditorCall {
  readonly caller: Caller;
  readonly request: Pick<Request, "origin" | "path" | "query">;
}

/** The page of a media object, for those who may change it. Refuses `not_found`, then `permission_denied`. */
export const mediaEditReply = (
  media: Media | undefined,
  principal: Principal,
  { caller, request }: EditorCall,
): Reply<string> => {
  if (!media) throw new Refusal("not_found");
  if (!mayChange(principal, media)) throw new Refusal("permission_denied");
  const { site } = principal;
  const page = mediaEditPage(media, site, site.settings.baseUrl ?? request.origin);
  return objectPageReply(page, site, { caller, request });
};

const typeNames = { image: "Image", audio: "Audio", video: "Video" } as const satisfies Record<
  Media["kind"],
  string
>;

/** What a media object is, and how to change it (contract#media-edit-page). */
const mediaEditPage = (media: Media, site: Site, base: string): EditPage => {
  const url = `${base}/api/editor/media/${media.kind}s/${media.id}/`;
  const collection = site.collections.find(({ id }) => id === media.collectionId)?.name;
  return {
    title: media.title ?? `Audio ${media.id}`,
    facts: [
      { name: "Type", text: typeNames[media.kind] },
      { name: "Id", text: String(media.id) },
      { name: "Collection", text: collection ?? "None: it was deleted." },
      { name: "Tags", text: media.tags.join(", ") || "None." },
      { name: "Created", text: minuteInWords(media.createdAt) },
    ],
    links: filesOf(media).map((file) => ({ title: shownFileName(file.key), url: fileUrl(file) })),
    steps: [
      {
        title: "Use it in a post, as a block of its body",
        source: JSON.stringify({ type: media.kind, value: { id: media.id } }),
      },
      { title: "Read it with the API", source: shownRequest({ method: "GET", url }) },
      {
        title: "Change it with the API",
        source: shownRequest({ method: "PATCH", url, body: { title: "New title" } }),
      },
      {
        title: "Delete it and its files, unless a page uses it, with the API",
        source: shownRequest({ method: "DELETE", url }),
      },
    ],
  };
};
