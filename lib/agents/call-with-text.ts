import { readMarkdownBody, type ShownObject, type TextProblem, withMarkdown } from "./markdown-bodies.ts";
import { isTextForm, sectionArguments, type TextForm, type TextUse } from "./post-texts.ts";
import type { Tool } from "./tools.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** What the API has answered, or the members of a refusal. */
export type ToolOutcome = { readonly text: string } | { readonly refusal: Arguments };

/** Asks the API as the tool that is called, or as another one. */
export type AskTool = (given: Arguments, byTool?: Tool) => Promise<ToolOutcome>;

interface TextCall {
  readonly offered: readonly Tool[];
  readonly features: readonly string[];
  readonly ask: AskTool;
}

/** Calls a tool with the text of a post: Markdown that is sent goes to the API as blocks, and back. */
export const callWithText = async (
  use: TextUse,
  { markdown, text_as, ...given }: Arguments,
  call: TextCall,
): Promise<ToolOutcome> => {
  const isSent = markdown !== undefined;
  const form = text_as ?? (use === "reading" || isSent ? "both" : "blocks");
  if (!isTextForm(form)) return refusedText("text_as", [notOfSchema("text_as")]);
  if (isSent && use === "reading") return call.ask({ ...given, markdown });
  const read = isSent ? await readSent(use, markdown, given, call) : { sections: {}, warnings: [] };
  if ("refusal" in read) return read;
  const outcome = await call.ask({ ...given, ...read.sections });
  if ("refusal" in outcome) return outcome;
  return { text: answerWith(outcome.text, { form, warnings: read.warnings, features: call.features }) };
};

/** The text that sent Markdown says, or why it is refused; then the API is not asked to write. */
const readSent = async (
  use: TextUse,
  markdown: unknown,
  given: Arguments,
  { offered, features, ask }: TextCall,
) => {
  if (typeof markdown !== "string") return refusedText("markdown", [notOfSchema("markdown")]);
  const other = sectionArguments.find((name) => given[name] !== undefined);
  if (other !== undefined)
    return refusedText("markdown", [
      { code: "conflict", message: `\`markdown\` is the whole text; do not send \`${other}\`, too.` },
    ]);
  const base = use === "change" ? await readBase(given, offered, ask) : undefined;
  if (base && "refusal" in base) return base;
  const read = readMarkdownBody(markdown, base?.object, features);
  return "problems" in read ? refusedText("markdown", read.problems) : read;
};

/** The revision that the caller has read, whose blocks the lines of the Markdown stand for. */
const readBase = async (
  { id, base_revision_id, if_match }: Arguments,
  offered: readonly Tool[],
  ask: AskTool,
) => {
  const revision = base_revision_id ?? /^"?(\d+)"?$/.exec(String(if_match ?? ""))?.[1];
  if (revision === undefined)
    return refusedText("base_revision_id", [
      { code: "required", message: "Markdown needs the revision that you have read." },
    ]);
  const reader = offered.find(({ name }) => name === "editor_posts_read_revision");
  const outcome = await ask({ id, revision }, reader);
  if ("refusal" in outcome) return outcome;
  const object = objectIn(outcome.text);
  return object ? { object } : { refusal: { code: "no_answer", detail: "The revision could not be read." } };
};

const notOfSchema = (name: string): TextProblem => ({
  code: "invalid",
  message: `\`${name}\` is not what its schema says.`,
});

const refusedText = (field: string, problems: readonly TextProblem[]) => ({
  refusal: { code: "validation_error", errors: { [field]: problems } },
});

/** The object of an answer; undefined for an answer of something that is not the API. */
const objectIn = (text: string): ShownObject | undefined => {
  try {
    const object = JSON.parse(text);
    return typeof object === "object" && object !== null ? object : undefined;
  } catch {
    return undefined;
  }
};

interface TextAnswer {
  readonly form: TextForm;
  readonly warnings: readonly TextProblem[];
  readonly features: readonly string[];
}

/** The answer of the API with the text in this form, and with warnings in its report. */
const answerWith = (text: string, { form, warnings, features }: TextAnswer): string => {
  if (form === "blocks" && warnings.length === 0) return text;
  const answer = objectIn(text);
  if (!answer) return text;
  // A dry run has the object in a member of its own.
  const shown = answer.dry_run
    ? { ...answer, answer: withMarkdown(answer.answer as ShownObject, form, features) }
    : withMarkdown(answer, form, features);
  const report = answer.report as { readonly warnings: readonly object[] } | undefined;
  if (!report || warnings.length === 0) return JSON.stringify(shown);
  const told = warnings.map(({ code, message }) => ({ code, path: "markdown", message }));
  return JSON.stringify({ ...shown, report: { ...report, warnings: [...report.warnings, ...told] } });
};
