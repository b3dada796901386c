import type { Token, Tokens } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { writeMarkdown } from "#lib/blocks/write-section.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { codeFromToken, markdownTokens, proseFromTokens, scriptLinksIn } from "#lib/richtext/markdown.ts";
import { lineBreaksIn } from "#lib/richtext/markdown-images.ts";
import { htmlPieces } from "#lib/richtext/markdown-pieces.ts";
import { partAllowance } from "#lib/richtext/part-allowance.ts";
import { removalsBetween } from "#lib/richtext/removals.ts";
import { type BodyPart, plainPart } from "./body-part.ts";
import { lossesIn } from "./losses.ts";
import {
  lostCaptions,
  type Picture,
  pictureBlock,
  pictureProblems,
  picturesOf,
  strayPictures,
} from "./pictures.ts";

/** What stands below the front matter of a file. Lines are those of the file. */
export interface Body {
  readonly detail: readonly BodyPart[];
  readonly problems: readonly LineProblem[];
  /** Formatting that the site does not keep. */
  readonly removed: readonly LineProblem[];
}

/** What a site takes. */
export interface BodyRules {
  readonly features: readonly RichTextFeature[];
}

/**
 * Reads Markdown as the blocks that the editor API takes: each run of prose is a paragraph, in the form in
 * which the service stores it; each code block and each paragraph of pictures is a block of its own.
 */
export const readText = (markdown: string, firstLine: number, rules: BodyRules): Body => {
  const scriptLinks = new Map<string, string>();
  const read = markdownTokens(markdown, scriptLinks);
  if ("problem" in read)
    return { detail: [], removed: [], problems: [{ line: firstLine, message: read.problem.message }] };
  const reading = new BodyReading(rules);
  for (const [raw, href] of scriptLinks)
    reading.removed.push(...lossesIn(scriptLinksIn(markdown, raw, href), 1).map(from(firstLine)));
  let line = firstLine;
  for (const token of read.tokens) {
    reading.take(token, line);
    line += lineBreaksIn(token.raw);
  }
  return reading.end();
};

const from =
  (firstLine: number) =>
  ({ line, message }: LineProblem): LineProblem => ({ line: line + firstLine - 1, message });

interface LinedToken {
  readonly token: Token;
  readonly line: number;
}

class BodyReading implements Body {
  readonly detail: BodyPart[] = [];
  readonly problems: LineProblem[] = [];
  readonly removed: LineProblem[] = [];
  readonly #rules: BodyRules;
  readonly #allowances = { allowance: partAllowance(), references: partAllowance() };
  #prose: LinedToken[] = [];

  constructor(rules: BodyRules) {
    this.#rules = rules;
  }

  take(token: Token, line: number): void {
    if (token.type === "space" || token.type === "def") return;
    const pictures = picturesOf(token, line);
    if (token.type === "code") this.#takeCode(token as Tokens.Code, line);
    else if (pictures) this.#takePictures(pictures);
    else {
      this.problems.push(...strayPictures(token, line));
      this.#prose.push({ token, line });
    }
  }

  end(): Body {
    this.#endProse();
    const byLine = (one: LineProblem, other: LineProblem): number => one.line - other.line;
    const { detail, problems, removed } = this;
    return { detail, problems: problems.sort(byLine), removed: removed.sort(byLine) };
  }

  #takePictures(pictures: readonly Picture[]): void {
    this.#endProse();
    this.problems.push(...pictureProblems(pictures));
    this.removed.push(...lostCaptions(pictures));
    this.detail.push(pictureBlock(pictures));
  }

  #takeCode(token: Tokens.Code, line: number): void {
    this.#endProse();
    const block = codeFromToken(token);
    const { problems } = writeMarkdown([block], "");
    for (const { path, message } of problems)
      this.problems.push({ line, message: `${path.split(".").at(-1)}: ${message}` });
    this.detail.push(plainPart(line, block));
  }

  #endProse(): void {
    const prose = this.#prose;
    this.#prose = [];
    const [first] = prose;
    if (!first) return;
    const { features } = this.#rules;
    const tokens = prose.map(({ token }) => token);
    const written = proseFromTokens(tokens, features, this.#allowances);
    if ("problem" in written) {
      this.problems.push({ line: first.line, message: written.problem.message });
      return;
    }
    const pieces = prose.flatMap(({ token, line }) => [...htmlPieces([token], line)]);
    this.removed.push(...lossesIn(removalsBetween(pieces, written.html), first.line));
    this.detail.push(plainPart(first.line, { type: "paragraph", value: written.html }));
  }
}
