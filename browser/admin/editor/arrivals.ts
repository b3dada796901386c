import { needSchema } from "../shell/schema.ts";
import { caller, service } from "../shell/service.ts";
import { weekdayTime } from "../shell/times.ts";
import { language, texts } from "../texts/index.ts";
import type { ChangedPart } from "../words/changed-parts.ts";
import type { Arrival } from "../words/ports.ts";
import { fieldLabel } from "./field-labels.ts";
import type { PostType } from "./page-service.ts";

const listed = (parts: Iterable<string>): string =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(parts);

/** Says where words have come from, and which parts of the page they have changed. */
export const sentenceOfArrival = async (arrival: Arrival, id: number, type: PostType): Promise<string> => {
  const { from, at, client, parts, isMerged } = arrival;
  const said = texts.editor.arrived;
  // It has the names of the fields.
  await needSchema().catch(() => {});
  const what = namesOf(parts, type);
  if (from !== "revision") return said[from](weekdayTime(at), client, what);
  const names = await whoSaved(id, arrival).catch(() => []);
  const own = caller.value?.user.username;
  if (names.length === 1 && names[0] === own) return said.ownRevision(what, isMerged);
  return said.revision(listed(names), what, isMerged);
};

const namesOf = (parts: readonly ChangedPart[], type: PostType): string => {
  const { quoted, paragraphs, blocks } = texts.editor.parts;
  const count = (kind: "paragraphs" | "blocks") => parts.reduce((sum, part) => sum + part[kind], 0);
  const isText = (part: ChangedPart) => part.paragraphs + part.blocks > 0;
  return listed([
    ...parts.filter((part) => !isText(part)).map(({ field }) => quoted(fieldLabel(type, field))),
    ...(count("paragraphs") > 0 ? [paragraphs(count("paragraphs"))] : []),
    ...(count("blocks") > 0 ? [blocks(count("blocks"))] : []),
  ]);
};

/** Who has made the revisions that have arrived. */
const whoSaved = async (id: number, { since, until }: Arrival): Promise<readonly string[]> => {
  const { results } = (await service.request("get", "/api/editor/posts/{id}/revisions/", {
    params: { id },
    query: { page: "1", pageSize: 20 },
  } as never)) as { readonly results: readonly { readonly id: number; readonly user: string | null }[] };
  const names = results
    .filter((revision) => revision.id > since && revision.id <= until)
    .map(({ user }) => user);
  return [...new Set(names)].filter((user) => user !== null).reverse();
};
