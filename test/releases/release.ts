import { readdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../fixtures/releases");

/** The zip of a release's data folder, and of what it answered. */
export const packedRelease = (name: string): string => join(folder, `${name}.zip`);

/** What its functions need to find on AWS. */
export const recordedDeployment = (name: string): string => join(folder, `${name}.deployment.json`);

/**
 * How releases of format 1 open a data directory: `openDataDirectory`, as a module that needs only packages.
 */
export const recordedOpening = (name: string): string => join(folder, `${name}.opening.mjs`);

export const releases: readonly string[] = readdirSync(folder)
  .filter((name) => /^\d+\.\d+\.\d+\.zip$/.test(name))
  .map((name) => name.replace(/\.zip$/, ""));

/** Those with a data folder of format 1: a state that no release had is the last one with an engine. */
export const formerFolders: readonly string[] = [...releases, "last-with-engine"];

export const answersFile = "answers.json";

/** The release's own functions, as one module that needs only packages. */
export const functionsFile = "functions.mjs";

/** The functions in it, by the ids of their routes; version 0.2.0 had all of them. */
export const keptFunctions = [
  "audios/delete",
  "editor/media/upload-image",
  "editor/posts/create",
  "editor/posts/publish",
  "editor/posts/read",
  "editor/posts/update",
  "facets/read",
  "pages/list",
  "pages/read",
] as const;

/** The token of the editor in every fixture. */
export const releaseToken = "a-token-of-the-fixtures-of-releases";

export type ReleaseIds = Readonly<Record<"blog" | "podcast" | "draft" | "published" | "scheduled", number>>;

/** Sends a request as the editor; gives the answer's body with no address of the service in it. */
export const asker = (address: string) => async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${releaseToken}`, "content-type": "application/json" };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(address + path, sent);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? null : JSON.parse(text.replaceAll(address, ""));
};

/** Works with a release's service as an editor does, by what version 0.2.0 could. */
export const workOf = async (
  address: string,
): Promise<{ readonly ask: ReturnType<typeof asker>; readonly ids: ReleaseIds }> => {
  const ask = asker(address);
  const parents = await ask("GET", "/api/editor/parents/");
  const idOf = (title: string): number => parents.find((each: { title: string }) => each.title === title).id;
  const [blog, podcast] = [idOf("Notes"), idOf("Calls")];
  const create = async (slug: string) =>
    ask("POST", "/api/editor/posts/", {
      parent: { id: blog },
      title: `A post called ${slug}`,
      slug,
      tags: [slug, "counting"],
      overview_markdown: `Of ${slug} and *marsh*.`,
    });
  const publish = ({ id, latest_revision_id }: { id: number; latest_revision_id: number }) =>
    ask("POST", `/api/editor/posts/${id}/publish/`, { base_revision_id: latest_revision_id });
  const [draft, published, scheduled] = [
    await create("draft"),
    await create("published"),
    await create("scheduled"),
  ];
  await publish(published);
  const saved = await ask("PATCH", `/api/editor/posts/${published.id}/`, {
    base_revision_id: published.latest_revision_id,
    title: "Published, and saved again",
  });
  const ids = { blog, podcast, draft: draft.id, published: saved.id, scheduled: scheduled.id };
  return { ask, ids };
};

export const askedPaths = ({ blog, draft, published, scheduled }: ReleaseIds): readonly string[] => [
  "/api/cms/pages/?limit=20&order=id",
  `/api/cms/pages/?descendant_of=${blog}&search=otters`,
  `/api/cms/pages/${published}/?fields=*`,
  "/api/cms/images/",
  `/api/facet_counts/${blog}/`,
  `/api/editor/posts/${draft}/`,
  `/api/editor/posts/${published}/`,
  `/api/editor/posts/${scheduled}/`,
  "/api/editor/media/images/",
  "/api/editor/media/audios/",
  "/api/editor/media/videos/",
  "/api/editor/parents/",
  "/api/comment_training_data/",
];
