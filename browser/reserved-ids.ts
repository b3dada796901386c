import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parameters } from "./filters/counts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the ids are kept that a heading of a post cannot have. */
export const reservedIdsFile = `${root}lib/richtext/reserved-ids.ts`;

/** The module of these ids: `generated` is its first line. */
export const reservedIdsModule = (generated: string): string => {
  const sources = globSync(["lib/themes/**/*.ts", "browser/{embeds,filters,gallery,player,search}/*.ts"], {
    cwd: root,
  });
  const ids = sources.sort().flatMap((file) => idsIn(readFileSync(root + file, "utf8")));
  return `${generated}

/** The ids that elements of themes and scripts have. */
export const themeIds =
  /^(?:${[...new Set(ids)].sort().join("|")})$/;

/** The names of properties of \`window\` and \`document\`, for which a script may take an element; in spaces. */
export const windowNames =
${linesOf(windowNames())
  .map((line) => `  " ${line}" +`)
  .join("\n")}
  " ";
`;
};

/** Names in lines of at most 110 columns with what stands around them. */
const linesOf = (names: readonly string[]): string[] => {
  const lines: string[] = [];
  for (const name of names) {
    const line = `${lines.at(-1)} ${name}`;
    if (lines.length > 0 && line.length <= 103) lines[lines.length - 1] = line;
    else lines.push(name);
  }
  return lines;
};

/** The ids that a source gives to elements, as parts of a pattern. */
const idsIn = (source: string): string[] =>
  [...source.matchAll(/\bid: (?:"([\w-]+)"|`([^`]+)`)/g)].flatMap(([, plain, template = ""]) =>
    plain === undefined ? patternsOf(template) : [plain],
  );

/** The pattern of a template such as `comment-${id}`; of one that begins with a `group`, one for each. */
const patternsOf = (template: string): string[] => {
  const starts = /^\$\{group\}/.test(template) ? parameters : [""];
  const rest = template
    .replace(/^\$\{group\}/, "")
    .replace(/\$\{(?:\w+\.)*(\w+)\}/g, (_, name: string) =>
      ["id", "index", "number"].includes(name) ? "\\d+" : ".+",
    );
  if (/^\.\+|\$/.test(rest)) throw new Error(`The id ${template} has to begin with a word.`);
  return starts.map((start) => start + rest);
};

const librariesOfTypes = (): string => {
  const own = import.meta.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`);
  return `${dirname(fileURLToPath(own))}/lib`;
};

/** The properties of `Window` and `Document`, and all variables and functions of a page, as TypeScript knows them. */
const windowNames = (): string[] => {
  const folder = librariesOfTypes();
  const declared = globSync(["lib.dom.d.ts", "lib.es*.d.ts"], { cwd: folder });
  const text = declared.map((file) => readFileSync(`${folder}/${file}`, "utf8")).join("\n");
  const types = new Map<string, { readonly bases: string[]; readonly names: string[] }>();
  for (const [, name = "", bases = "", body = ""] of text.matchAll(
    /^interface (\w+)(?:<[^{]*?>)?(?: extends ([^{]+))? \{\n(.*?)^\}/gms,
  )) {
    const type = types.get(name) ?? { bases: [], names: [] };
    type.bases.push(...(bases.match(/\w+/g) ?? []));
    type.names.push(
      ...[...body.matchAll(/^ {4}(?:(?:readonly|get|set) )*(\w+)\??[(:<]/gm)].map(
        ([, member = ""]) => member,
      ),
    );
    types.set(name, type);
  }
  const seen = new Set<string>();
  const namesOf = (name: string): string[] => {
    const type = types.get(name);
    if (!type || seen.has(name)) return [];
    seen.add(name);
    return [...type.names, ...type.bases.flatMap(namesOf)];
  };
  const globals = [...text.matchAll(/^declare (?:var|function|const) (\w+)/gm)].map(([, name = ""]) => name);
  return [...new Set([...["Window", "Document", "Object"].flatMap(namesOf), ...globals])].sort();
};
