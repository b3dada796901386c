import { previewUrl } from "#lib/pages/addresses.ts";
import { isBlog, type Page, type PageKind, type PageOf, type PostKind } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import type { ObjectPage } from "#lib/themes/theme.ts";
import { shownRequest } from "./editors-page.ts";
import { minuteInWords, stateInWords } from "./page-state.ts";
import { publicAddress, treePathOf } from "./public-address.ts";

export interface PostEditContext {
  readonly page: PageOf<PostKind>;
  readonly latest: Revision;
  /** The pages above the post, by id. */
  readonly pages: ReadonlyMap<number, Page>;
  /** The name of the user who has locked the page; null if nobody has, or if only the page knows the lock. */
  readonly lockOwner: string | null;
  /** Why the page is locked for the caller; null if it is not. */
  readonly lockedBecause: string | null;
  readonly mayPublish: boolean;
  readonly mayLock: boolean;
  /** Scheme, host and port of the API. */
  readonly base: string;
}

/** What a post or episode is, and the commands and requests that edit it (contract#edit-page). */
export const postEditPage = (
  context: PostEditContext,
): Pick<ObjectPage, "title" | "facts" | "links" | "steps"> => {
  const { page, latest, pages } = context;
  const address = publicAddress(page, pages);
  return {
    title: latest.content.title,
    facts: [
      { name: "Type", text: page.kind === "episode" ? "Episode" : "Post" },
      { name: "Id", text: String(page.id) },
      { name: "State", text: stateInWords(page) },
      { name: "Lock", text: lockInWords(context) },
      { name: "Schedule", text: scheduleInWords(page) },
      { name: "Latest revision", text: `${latest.id}, saved ${minuteInWords(latest.createdAt)}` },
      { name: "Public revision", text: publicRevisionInWords(page) },
      { name: "Path", text: treePathOf(page, pages) },
    ],
    links: [
      { title: "Preview the latest revision", url: previewUrl(page.id) },
      ...(address === undefined ? [] : [{ title: "Public page", url: address }]),
    ],
    steps: [...requests(context), ...commands(context)],
  };
};

const lockInWords = ({ page, lockOwner, lockedBecause }: PostEditContext): string => {
  if (!page.lock) return lockedBecause ?? "Not locked.";
  const by = lockOwner === null ? "" : ` by ${lockOwner}`;
  const effect = lockedBecause === null ? "You may still edit it." : "You cannot edit it.";
  return `Locked${by} since ${minuteInWords(page.lock.lockedAt)}. ${effect}`;
};

const scheduleInWords = ({ schedule }: Page): string =>
  schedule
    ? `Revision ${schedule.revisionId} will be published at ${minuteInWords(schedule.publishAt)}.`
    : "Not scheduled.";

const publicRevisionInWords = ({ live, liveRevisionId, lastPublishedAt }: Page): string => {
  if (!live || liveRevisionId === null) return "None.";
  return lastPublishedAt === null
    ? String(liveRevisionId)
    : `${liveRevisionId}, published ${minuteInWords(lastPublishedAt)}`;
};

const requests = ({ page, latest, mayPublish, mayLock, base }: PostEditContext): ObjectPage["steps"] => {
  const collection = page.kind === "episode" ? "episodes" : "posts";
  const url = `${base}/api/editor/${collection}/${page.id}/`;
  const change = { base_revision_id: latest.id, title: "New title" };
  return [
    { title: "Read it with the API", source: shownRequest({ method: "GET", url }) },
    { title: "Change it with the API", source: shownRequest({ method: "PATCH", url, body: change }) },
    ...(mayPublish ? publishingRequests(url, latest) : []),
    ...(mayLock ? [lockingRequests(`${url}lock/`)] : []),
  ];
};

const publishingRequests = (url: string, latest: Revision): ObjectPage["steps"] => [
  {
    title: "Publish the latest revision with the API",
    source: shownRequest({ method: "POST", header: `If-Match: "${latest.id}"`, url: `${url}publish/` }),
  },
  {
    title: "Publish the latest revision at a later time, with the API",
    source: shownRequest({
      method: "PUT",
      body: { publish_at: "2030-01-01T08:00:00Z" },
      url: `${url}schedule/`,
    }),
  },
];

const lockingRequests = (url: string): ObjectPage["steps"][number] => ({
  title: "Lock it for others, and unlock it, with the API",
  source: [shownRequest({ method: "PUT", url }), shownRequest({ method: "DELETE", url })].join("\n"),
});

const commands = ({ page, pages, base }: PostEditContext): ObjectPage["steps"] => {
  const parent = pages.get(page.parentId);
  if (!parent) return [];
  return [
    {
      title: "Publish it from a Markdown file, with your token in LECTERN_TOKEN",
      source: `lectern publish ${page.draftSlug}.md --parent ${treePathOf(parent, pages)} --url ${base}`,
    },
  ];
};

interface ParentEditContext {
  readonly page: PageOf<ParentKind>;
  /** The pages above it, by id. */
  readonly pages: ReadonlyMap<number, Page>;
  /** Scheme, host and port of the API. */
  readonly base: string;
}

const typeNames = {
  home: "Home page",
  blog: "Blog",
  podcast: "Podcast",
} as const satisfies Partial<Record<PageKind, string>>;

type ParentKind = keyof typeof typeNames;

/** What a blog, podcast or home page is, and how to change it and publish below it (contract#edit-page). */
export const parentEditPage = ({
  page,
  pages,
  base,
}: ParentEditContext): Pick<ObjectPage, "title" | "facts" | "links" | "steps"> => {
  const address = publicAddress(page, pages);
  const path = treePathOf(page, pages);
  return {
    title: page.title,
    facts: [
      { name: "Type", text: typeNames[page.kind] },
      { name: "Id", text: String(page.id) },
      { name: "State", text: stateInWords(page) },
      { name: "Path", text: path },
    ],
    links: address === undefined ? [] : [{ title: "Public page", url: address }],
    steps: [
      {
        title: "Read it with the API",
        source: `curl '${base}/api/cms/pages/${page.id}/?fields=*'`,
      },
      {
        title: "Read what is below it",
        source: `curl '${base}/api/cms/pages/?child_of=${page.id}'`,
      },
      ...(isBlog(page)
        ? [
            {
              title: "Publish posts below it from Markdown files, with a token in LECTERN_TOKEN",
              source: `lectern publish *.md --parent ${path} --url ${base}`,
            },
          ]
        : []),
      {
        title: "Change anything of it in the manifest, with an administrator's token in LECTERN_TOKEN",
        source: `lectern export --output site.yaml --url ${base}\nlectern apply site.yaml --url ${base}`,
      },
    ],
  };
};
