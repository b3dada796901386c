import type { NotePlace } from "#importers/notes.ts";
import { codeLineTest } from "#importers/reading/code-fences.ts";

export interface TemplateSource {
  readonly kind: "hugo" | "jekyll";
  /** The place of the first line of the text. */
  readonly place: NotePlace;
  /** Where the post was that a template names. */
  readonly pathOf: (name: string) => string | undefined;
}

const patterns = {
  hugo: /\{\{[<%]([^{}]{0,2000}?)[%>]\}\}/g,
  jekyll: /\{%-?([^{}]{0,2000}?)-?%\}|\{\{([^{}]{0,2000}?)\}\}/g,
} as const;

/** Markdown in which usual templates are Markdown; others are noted. Lines stay where they are. */
export const withoutTemplates = (text: string, { kind, place, pathOf }: TemplateSource): string => {
  const isCode = codeLineTest();
  return text
    .split("\n")
    .map((line, index) => {
      if (isCode(line)) return line;
      const at = place.below(index + 1);
      const written = line.replace(
        patterns[kind],
        (whole: string, inner: string | undefined, output: string | undefined) => {
          const html = kind === "hugo" ? shortcode(inner ?? "", pathOf, at) : tag(inner, output, pathOf);
          if (html === undefined) at.note("shortcode", whole);
          return html ?? "";
        },
      );
      return written;
    })
    .join("\n");
};

const argumentsOf = (
  text: string,
): { readonly named: Readonly<Record<string, string>>; readonly first: string } => {
  const named = [...text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g)].map(
    ([, key = "", one, two, three]) => [key, one ?? two ?? three ?? ""] as const,
  );
  const first = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s=]+)(?!\S*=))/.exec(text);
  return { named: Object.fromEntries(named), first: first?.[1] ?? first?.[2] ?? first?.[3] ?? "" };
};

const shortcode = (inner: string, pathOf: TemplateSource["pathOf"], place: NotePlace): string | undefined => {
  const [, name = "", rest = ""] = /^\s*(\/?[\w/-]+)([\s\S]*?)\/?\s*$/.exec(inner) ?? [];
  const { named, first } = argumentsOf(rest);
  switch (name) {
    case "figure": {
      const { src = "", alt = "", caption = "" } = named;
      return src === "" ? undefined : picture(src, alt, caption);
    }
    case "highlight":
      return `\`\`\`${first}`;
    case "/highlight":
      return "```";
    case "ref":
    case "relref":
      return pathOf(first) ?? first;
    case "youtube":
    case "vimeo": {
      const id = first || (named.id ?? "");
      const address =
        name === "youtube" ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;
      place.note("embed", `${name}: ${address}`);
      return `<${address}>`;
    }
    default:
      return undefined;
  }
};

const tag = (
  inner: string | undefined,
  output: string | undefined,
  pathOf: TemplateSource["pathOf"],
): string | undefined => {
  if (output !== undefined) {
    const path = /^\s*["']([^"']*)["']\s*\|\s*(?:relative|absolute)_url\s*$/.exec(output)?.[1];
    return path ?? (/^\s*site\.(?:baseurl|url)\s*$/.test(output) ? "" : undefined);
  }
  const [, name = "", rest = ""] = /^\s*(\w+)\s*([\s\S]*?)\s*$/.exec(inner ?? "") ?? [];
  if (name === "highlight") return `\`\`\`${rest.split(/\s/)[0]}`;
  if (name === "endhighlight") return "```";
  if (name === "raw" || name === "endraw") return "";
  if (name === "post_url" || name === "link") return pathOf(rest) ?? undefined;
  return undefined;
};

const picture = (address: string, alt: string, caption: string): string => {
  const title = caption === "" ? "" : ` "${caption.replace(/["\\]/g, "\\$&")}"`;
  return `![${alt.replace(/[[\]\\]/g, "\\$&")}](${/[\s()<>]/.test(address) ? `<${address.replace(/[<>]/g, "")}>` : address}${title})`;
};
