import { certain } from "#lib/certain.ts";
/** The lowest text above all that begin with this one, by the bytes of UTF-8; undefined if there is none. */
export const textAbovePrefix = (prefix: string): string | undefined => {
  const points = [...prefix].map((character) => certain(character.codePointAt(0)));
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === lastPoint) continue;
    const next = last + 1 === surrogates.first ? surrogates.end : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
};

const lastPoint = 0x10ffff;

/** They stand for no characters of their own. */
const surrogates = { first: 0xd800, end: 0xe000 } as const;
