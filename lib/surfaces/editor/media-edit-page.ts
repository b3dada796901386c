import { mayChange } from "#lib/access/media-permissions.ts";
import type { Call } from "#lib/http/endpoint.ts";
import { fileUrl, shownFileName } from "#lib/media/file-key.ts";
import { filesOf, type Media, type MediaKind } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Site } from "#lib/site/site.ts";
import { readMediaAndSiteVersion } from "#lib/store/media.ts";
import type { ObjectPage } from "#lib/themes/theme.ts";
import { forEditors, objectPageReply, shownRequest } from "./editors-page.ts";
import { minuteInWords } from "./page-state.ts";

type EditPage = Pick<ObjectPage, "title" | "facts" | "links" | "steps">;

type AskedByPeople = Pick<Call<"id", unknown>, "params" | "caller" | "request">;

/** Answers with the page of a media object, for those who may change it. */
export const showMediaOf = (kind: MediaKind) => (call: AskedByPeople) =>
  forEditors(call, async (principal) => {
    const { media } = await readMediaAndSiteVersion(kind, call.params.id);
    if (!media) throw new Refusal("not_found");
    if (!mayChange(principal, media)) throw new Refusal("permission_denied");
    const { site } = principal;
    const page = mediaEditPage(media, site, site.settings.baseUrl ?? call.request.origin);
    return objectPageReply(page, site, call);
  });

const typeNames = { image: "Image", audio: "Audio", video: "Video" } as const satisfies Record<
  Media["kind"],
  string
>;

/** The page about a media object, and how to change it (contract#media-edit-page). */
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
