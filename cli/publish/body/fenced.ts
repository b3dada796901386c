import type { Tokens } from "marked";
import { isNode, LineCounter, parseDocument, visit } from "yaml";
import type { LineProblem } from "#cli/publish/front-matter.ts";

export interface FencedBlock {
  readonly block: unknown;
  readonly line: number;
  readonly lineOf: (path: readonly string[]) => number;
}

/** The word after the fence of a code block that holds blocks of the editor API, as YAML. */
const fencedWord = "lectern";

export const isFenced = ({ lang }: Tokens.Code): boolean => lang?.split(/\s/)[0] === fencedWord;

/** The blocks in such a code block: one, or a list of them. `firstLine` is the line below the fence. */
export const fencedBlocks = (
  yaml: string,
  firstLine: number,
): { readonly blocks: readonly FencedBlock[] } | { readonly problem: LineProblem } => {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line - 1 + firstLine;
  try {
    const document = parseDocument(yaml, { schema: "core", prettyErrors: false, lineCounter });
    const [error] = [...document.errors, ...document.warnings];
    if (error) return refused(lineAt(error.pos[0]), notYaml(error.message));
    let alias: number | undefined;
    visit(document, {
      Alias: (_, { range }) => {
        alias = range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    if (alias !== undefined) return refused(lineAt(alias), "Aliases of YAML (*name) are not read here.");
    const value: unknown = document.toJS();
    if (isDeeper(value, maxDepth)) return refused(firstLine, tooDeep);
    if (value === null || value === undefined) return refused(firstLine, "A block is required.");
    const isList = Array.isArray(value);
    const lineOf = (path: readonly string[]): number => {
      for (let length = path.length; length >= 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return firstLine;
    };
    const blocks = (isList ? value : [value]).map((block: unknown, index) => {
      const place = isList ? [String(index)] : [];
      return { block, line: lineOf(place), lineOf: (path: readonly string[]) => lineOf([...place, ...path]) };
    });
    return { blocks };
  } catch (error) {
    if (error instanceof RangeError) return refused(firstLine, tooDeep);
    throw error;
  }
};

const maxDepth = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)));

const refused = (line: number, message: string) => ({ problem: { line, message } });

const tooDeep = "The block is nested too deeply.";

const notYaml = (message: string): string =>
  /call stack/.test(message) ? tooDeep : `This is not YAML: ${message}.`;
