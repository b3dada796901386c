import { percentDecoded } from "#cli/percent-decoded.ts";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { nearestName } from "#lib/nearest-name.ts";
import { type Anchored, anchored, startTagWithId } from "#lib/richtext/anchors.ts";
import { resolveReferences } from "#lib/richtext/character-references.ts";
import { pageHtml } from "#lib/richtext/page-html.ts";
import { themeIds } from "#lib/richtext/reserved-ids.ts";
import type { BodyPart } from "./body-part.ts";

/** The ids on the page of a post, as far as its text makes them. */
export type Anchors = Pick<Anchored, "ids" | "moved">;

/** The ids that the paragraphs of a text get on its page. */
export const anchorsOf = ({
  overview = [],
  detail,
}: {
  readonly overview?: readonly BodyPart[];
  readonly detail: readonly BodyPart[];
}): Anchors => {
  const texts = [...overview, ...detail].flatMap(({ media, block }) => {
    const { type, value } = media.length > 0 ? { type: "", value: "" } : block([]);
    return type === "paragraph" && typeof value === "string"
      ? pageHtml(value, () => undefined, undefined, startTagWithId)
      : [];
  });
  return anchored(texts);
};

/** The fragment of a link to the page that `anchors` are of, without `#`, and why it leads nowhere there. */
export const fragmentFor = (
  written: string,
  { ids, moved }: Anchors,
  place: string,
): { readonly fragment: string; readonly warning?: string } => {
  const id = percentDecoded(resolveReferences(written));
  const other = moved.get(id);
  if (other !== undefined) return { fragment: ids.has(id) ? written : other };
  if (ids.has(id) || themeIds.test(id) || isNoId(id)) return { fragment: written };
  const nearest = nearestName(id, [...ids]);
  const hint = nearest === undefined ? "" : `; perhaps #${nearest} is meant`;
  return { fragment: written, warning: `There is no heading #${id} in ${place}${hint}.` };
};

/** Says which links within a text, such as `#part`, lead to no heading of it. */
export const fragmentsToNowhere = (
  links: readonly { readonly line: number; readonly href: string }[],
  body: Parameters<typeof anchorsOf>[0],
): LineProblem[] => {
  if (links.length === 0) return [];
  const anchors = anchorsOf(body);
  return links.flatMap(({ line, href }) => {
    const { warning } = fragmentFor(href.slice(1), anchors, "this post");
    return warning === undefined ? [] : [{ line, message: warning }];
  });
};

/** The top of a page, a text on it (`:~:text=`) and a moment of a recording (`t=90`). */
const isNoId = (fragment: string): boolean => /^(?:top)?$|^:~:|^t=[\d.]+$/i.test(fragment);
