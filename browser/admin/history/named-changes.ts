/** A change between two revisions as the API tells it (docs/contract/editor-reads.md#diff). */
export interface Change {
  readonly path: string;
  readonly from_path?: string;
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly from?: unknown;
  readonly to?: unknown;
  /** Of moved blocks: what has moved, where it is known. */
  readonly block?: { readonly type: string };
}

/** Where a change is: a field, or a block in one of the two texts. Places of blocks count from 1. */
export interface ChangedPlace {
  readonly field: string;
  readonly block?: { readonly type: string; readonly place: number; readonly before: number };
}

const sections = ["overview", "detail"];

/** What a change is about. The type of a moved block that is not known is the empty text. */
export const placeOf = ({ path, from_path, kind, from, to, block }: Change): ChangedPlace => {
  const [field = "", index] = path.split(".");
  if (!sections.includes(field) || index === undefined) return { field };
  const before = kind === "moved" ? String(from) : (from_path ?? path);
  const { type = "" } = (kind === "moved" ? (block ?? {}) : (to ?? from ?? {})) as { readonly type?: string };
  return { field, block: { type, place: Number(index) + 1, before: Number(before.split(".")[1]) + 1 } };
};

/** Fields first, as people read a form; then the blocks in the order of their places. */
export const inReadingOrder = (changes: readonly Change[]): readonly Change[] => {
  const rank = (change: Change): number => {
    const { field, block } = placeOf(change);
    return block ? 1 + sections.indexOf(field) * 1e6 + block.place : 0;
  };
  return changes
    .map((change) => ({ change, rank: rank(change) }))
    .sort((some, others) => some.rank - others.rank)
    .map(({ change }) => change);
};

/** The members by which people know an object, in the order in which they are shown. */
const names = ["title", "name", "alt_text", "caption", "url"];

/** How values become words: the text of the service's HTML, and an instant as the browser writes it. */
interface Words {
  readonly textOf: (html: string) => string;
  readonly momentOf: (instant: string) => string;
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
const html = /^<[a-z].*>$/s;

/** A value of a field or block as people compare it. Of an object with a name, its names. */
export const shownValue = (value: unknown, words: Words): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") {
    if (instant.test(value)) return words.momentOf(value);
    return html.test(value) ? words.textOf(value) : value;
  }
  if (typeof value !== "object") return String(value);
  const members = value as Readonly<Record<string, unknown>>;
  const named = names.filter((name) => typeof members[name] === "string" && members[name] !== "");
  const shown = named.length > 0 ? named.map((name) => members[name]) : Object.values(members);
  return shown
    .map((each) => shownValue(each, words))
    .filter((text) => text !== "")
    .join(", ");
};

/** A block as people compare it; code is shown as it is. */
export const shownBlock = (block: unknown, words: Words): string => {
  const { type, value } = (block ?? {}) as { readonly type?: string; readonly value?: unknown };
  return shownValue(value, type === "code" ? { ...words, textOf: (text) => text } : words);
};
