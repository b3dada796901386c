import type { Token } from "markdown-it";

/** The first and the last source line, counted from 1, of each paragraph and heading among `tokens` that holds images. */
export const linesWithImages = (tokens: readonly Token[]): (readonly [number, number])[] =>
  tokens.flatMap(({ type, children }, index) => {
    if (type !== "inline" || !children?.some((inner) => inner.type === "image")) return [];
    // The token before says where the paragraph or heading begins and ends, its underline included.
    const [start, end] = tokens[index - 1]?.map ?? [0, 0];
    return [[start + 1, end] as const];
  });
