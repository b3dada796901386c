import type { MarkedToken, Token } from "marked";

/** The first and last source line, from 1, of each paragraph and heading with images among `tokens`. */
export function linesWithImages(tokens: readonly Token[], firstLine = 1): (readonly [number, number])[] {
  let line = firstLine;
  return (tokens as readonly MarkedToken[]).flatMap((token) => {
    const start = line;
    line += lineBreaksIn(token.raw);
    switch (token.type) {
      case "paragraph":
      case "heading":
      case "text":
        return holdsImage(token.tokens ?? [])
          ? [[start, start + lineBreaksIn(token.raw.trimEnd())] as const]
          : [];
      case "blockquote":
        return linesWithImages(token.tokens, start);
      case "list": {
        let itemStart = start;
        return token.items.flatMap((item) => {
          const found = linesWithImages(item.tokens, itemStart);
          itemStart += lineBreaksIn(item.raw);
          return found;
        });
      }
      default:
        return [];
    }
  });
}

function holdsImage(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token) => token.type === "image" || ("tokens" in token && holdsImage(token.tokens ?? [])),
  );
}

export function lineBreaksIn(text: string): number {
  return text.split("\n").length - 1;
}
