import type { OpenSite } from "#cli/administration/open-site.ts";
import { ServiceRefusal } from "#cli/publish/client.ts";
import { certain } from "#lib/certain.ts";
import { ApplyStopped, ConcurrentChange } from "#lib/manifest/apply/run.ts";
import { nearestName } from "#lib/nearest-name.ts";
import { EngineFault, isStorageFull } from "#lib/refusals/engine-fault.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { LostDatabase } from "#lib/store/database-files.ts";
import { firstError } from "#local/first-error.ts";
import { PlainError } from "#local/plain-error.ts";
import { awsComplaint } from "./aws-complaint.ts";
import type { Command } from "./command.ts";
import { type CommandContext, printJson, printLines } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** The commands of a program, and what its help and its complaints say. */
export interface CommandSet {
  readonly commands: readonly Command[];
  /** The last line of the help. */
  readonly note: string;
  /** Opens the site for commands of administrators. */
  readonly openSite: OpenSite;
  /** First words of commands that this program does not have, and what to do about them. */
  readonly elsewhere?: { readonly words: readonly string[]; readonly hint: string };
}

/** The usage of all commands, or of a group of them such as `page`. */
const usageOfGroup = ({ commands, note }: CommandSet, group: string | undefined): string[] => {
  const grouped = commands.filter(({ words }) => words.startsWith(`${group} `));
  const listed = grouped.length > 0 ? grouped : commands;
  return [
    `Usage: lectern ${grouped.length > 0 ? group : "COMMAND"} …`,
    "",
    ...listed.flatMap(({ words, usage, summary }) => [`  lectern ${words} ${usage}`, `      ${summary}`]),
    "",
    note,
  ];
};

/** Runs a command line and gives the exit status: 0 success, 1 refused or invalid, 2 wrong command line. */
export const main = async (
  program: CommandSet,
  args: readonly string[],
  context: CommandContext = ofThisProcess(),
): Promise<number> => {
  const { stdout, stderr } = context;
  if (args[0] === "--version") {
    printLines(stdout, [(await import("./version.ts")).programVersion()]);
    return 0;
  }
  const command = program.commands.find(({ words }) => `${args.join(" ")} `.startsWith(`${words} `));
  if (!command) {
    const asksForHelp = args.includes("--help") || args[0] === "help";
    if (asksForHelp || args.length === 0)
      printLines(asksForHelp ? stdout : stderr, usageOfGroup(program, args[0]));
    else printLines(stderr, [unknownCommand(program, args)]);
    return asksForHelp ? 0 : 2;
  }
  const rest = args.slice(command.words.split(" ").length);
  if (rest.includes("--help")) {
    printLines(stdout, [...usageOf(command), ...(await optionsOf(command)), ...(await examplesOf(command))]);
    return 0;
  }
  try {
    const run = await command.load();
    return await run(rest, { ...context, openSite: program.openSite });
  } catch (thrown) {
    const error = firstError(thrown);
    const lines = complaint(error, command);
    printLines(stderr, lines);
    if (rest.includes("--json"))
      printJson(stdout, { error: { code: codeOf(error), message: certain(lines[0]) } });
    return error instanceof UsageError ? 2 : 1;
  }
};

export const ofThisProcess = (): CommandContext => ({
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});

/** Says that there is no such command, and which one was probably meant. */
const unknownCommand = ({ commands, elsewhere }: CommandSet, args: readonly string[]): string => {
  const [first = "", second] = args;
  if (elsewhere?.words.includes(first)) return `lectern ${first} ${elsewhere.hint}`;
  const known = commands.map(({ words }) => words);
  const group = known.filter((words) => words.startsWith(`${first} `));
  const written = group.length > 0 && second !== undefined ? `${first} ${second}` : first;
  if (group.length > 0 && second === undefined)
    return `lectern ${first} needs one more word: ${group.map((words) => words.split(" ")[1]).join(", ")}.`;
  const nearest = nearestName(written, group.length > 0 ? group : known) ?? nearestOfTwo(args, known);
  const hint = nearest === undefined ? "lectern --help lists all." : `did you mean '${nearest}'?`;
  return `There is no command '${written}'; ${hint}`;
};

/** The nearest command of two words, if the first one is mistyped. */
const nearestOfTwo = (args: readonly string[], known: readonly string[]): string | undefined =>
  args.length < 2 ? undefined : nearestName(args.slice(0, 2).join(" "), known);

const usageOf = ({ words, usage, summary }: Command): string[] => [
  `Usage: lectern ${words} ${usage}`,
  "",
  summary,
];

/** Loaded only for the help of one command. */
const optionsOf = async ({ words, usage }: Command): Promise<string[]> => {
  const { optionLines } = await import("./option-help.ts");
  return ["", "Options:", ...optionLines(words, usage)];
};

const examplesOf = async ({ words }: Command): Promise<string[]> => {
  const { commandExamples } = await import("./command-examples.ts");
  const lines = (commandExamples[words] ?? []).map((rest) => `  lectern ${words} ${rest}`);
  return lines.length > 0 ? ["", "Examples:", ...lines] : [];
};

const sentence = (message: string): string => {
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[?.)]$/.test(begun) ? begun : `${begun}.`;
};

const stoppedLines = ({ outcome: { created, updated, deleted } }: ApplyStopped): string[] => [
  `The command stopped half way: created ${created}, updated ${updated}, deleted ${deleted}. Run the command again to do the rest.`,
];

/** The error's code for programs: that of the service, if it has refused. */
const codeOf = (error: unknown): string => {
  if (error instanceof UsageError) return "usage";
  return error instanceof ServiceRefusal ? error.code : "failed";
};

const complaint = (error: unknown, command: Command): string[] => {
  if (error instanceof UsageError) return [sentence(error.message), certain(usageOf(command)[0])];
  if (error instanceof ApplyStopped) return [...complaint(error.cause, command), ...stoppedLines(error)];
  const problems = error instanceof Refusal ? error.details.problems : undefined;
  if (problems && problems.length > 0) return problems.map(({ message }) => sentence(message));
  if (error instanceof ServiceRefusal && error.code === "validation_error")
    return error.problems.map(({ message }) => sentence(message));
  const plain = [PlainError, Refusal, ConcurrentChange, LostDatabase];
  if (plain.some((kind) => error instanceof kind)) return [(error as Error).message];
  if (isStorageFull(error))
    return [`The disk is full (${(error as Error).message}). Make room, and run the command again.`];
  if (error instanceof EngineFault)
    return [`The database or the file store fails at the moment (${error.message}). Run the command again.`];
  const { code } = error as { readonly code?: unknown };
  if (code === "ECONNREFUSED" || code === "ECONNRESET") {
    return [
      "What DYNAMODB_ENDPOINT or S3_ENDPOINT names does not answer; start it, and run the command again.",
    ];
  }
  if (code === "ERR_INVALID_URL") {
    return ["DYNAMODB_ENDPOINT or S3_ENDPOINT is not an address such as http://127.0.0.1:8001; correct it."];
  }
  if (!(error instanceof Error)) return [String(error)];
  return [awsComplaint(error) ?? error.stack ?? error.message];
};
