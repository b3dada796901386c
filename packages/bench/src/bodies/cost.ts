import { randomUUID } from "node:crypto";
import {
  newPost,
  newPostContent,
  noMedia,
  pageHtml,
  parseBodyFields,
  parseNewPostFields,
  plainText,
  Refusal,
  refusalBody,
  richTextMarkdown,
} from "#bench/lectern/bodies.ts";
import { benchBlocks, features } from "./site.ts";

/** The CPU time of storing a body and showing it, in milliseconds. */
export interface BodyCost {
  readonly storeMs: number;
  readonly showMs: number;
  /** The codes of its refusal; empty if it is stored. */
  readonly refused: string;
}

/** Puts the body of a create through everything that handles its text, but not the database. */
export const bodyCostOf = (body: Buffer): BodyCost => {
  const stored = timed(() => storedTexts(body));
  const shown = timed(() => (Array.isArray(stored.result) ? stored.result : []).forEach(show));
  const refused = typeof stored.result === "string" ? stored.result : "";
  return { storeMs: stored.ms, showMs: shown.ms, refused };
};

const timed = <Result>(work: () => Result): { readonly ms: number; readonly result: Result } => {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
};

const storedTexts = (body: Buffer): readonly string[] | string => {
  try {
    const given = parseBodyFields(newPost, JSON.parse(new TextDecoder().decode(body)));
    const context = {
      categories: new Set<number>(),
      authors: new Set<string>(),
      features,
      custom: benchBlocks,
      media: noMedia,
      newId: randomUUID,
    };
    const content = newPostContent(parseNewPostFields(given), context, "2026-01-01T00:00:00Z");
    return content.body.flatMap(({ value }) =>
      value.flatMap((block) => (typeof block.value === "string" ? [block.value] : [])),
    );
  } catch (error) {
    // An error that the service would answer with 500 gets a row too.
    if (!(error instanceof Refusal)) return (error as Error).name;
    const { errors } = refusalBody(error, "editor") as { errors: Record<string, { code: string }[]> };
    return [...new Set(Object.values(errors).flatMap((problems) => problems.map(({ code }) => code)))].join(
      " ",
    );
  }
};

const show = (stored: string): void => {
  pageHtml(stored, () => "/");
  plainText(stored);
  richTextMarkdown(stored, () => "/");
};
