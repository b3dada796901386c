import { certain } from "#lib/certain.ts";

/** Where things are in JSON text that may be broken: offsets of characters. */
interface JsonPlaces {
  /** Where the text stops being JSON; undefined if it is JSON. */
  readonly faultAt: number | undefined;
  /** Where the items of the list begin that the object has under the name. */
  readonly itemsAt: readonly number[];
}

const token = /[ \t\r\n]*(?:("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*|true|false|null)|([[\]{},:])|$)/y;

type Expected = "value" | "item or ]" | "key or }" | "key" | ":" | "rest";

/** Finds what `JSON.parse` does not say: the place of what it cannot read, and of the items of a list. */
export const jsonPlaces = (text: string, listName: string): JsonPlaces => {
  const open: ("{" | "[")[] = [];
  let itemsAt: number[] = [];
  let expected: Expected = "value";
  let isInList = false;
  token.lastIndex = 0;
  for (let from = 0; ; from = token.lastIndex) {
    const match = token.exec(text);
    const [all = "", string, scalar, mark = ""] = match ?? [];
    const at = from + (match ? all.length - (string ?? scalar ?? mark).length : 0);
    const isValue = expected === "value" || expected === "item or ]";
    if (isValue && isInList && open.length === 2 && open[1] === "[" && mark !== "]") itemsAt.push(at);
    if (string !== undefined && (expected === "key" || expected === "key or }")) {
      if (open.length === 1) {
        isInList = string === JSON.stringify(listName);
        if (isInList) itemsAt = [];
      }
      expected = ":";
    } else if (isValue && (string ?? scalar) !== undefined) {
      expected = "rest";
    } else if (isValue && (mark === "{" || mark === "[")) {
      open.push(mark);
      expected = mark === "{" ? "key or }" : "item or ]";
    } else if (mark === ":" && expected === ":") {
      expected = "value";
    } else if (mark === "," && expected === "rest" && open.length > 0) {
      expected = open.at(-1) === "{" ? "key" : "value";
    } else if (closes(mark, open.at(-1), expected)) {
      open.pop();
      expected = "rest";
    } else {
      const isWhole = match && all.trim() === "" && expected === "rest" && open.length === 0;
      return { faultAt: isWhole ? undefined : skipSpace(text, from), itemsAt };
    }
  }
};

const closes = (mark: string, opened: "{" | "[" | undefined, expected: Expected): boolean =>
  (mark === "}" && opened === "{" && (expected === "rest" || expected === "key or }")) ||
  (mark === "]" && opened === "[" && (expected === "rest" || expected === "item or ]"));

/** The first offset from there on that is no white space; the last one of the text if all is. */
const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length - 1 && " \t\r\n".includes(certain(text[at]))) at++;
  return at;
};
