import { certain } from "#lib/certain.ts";
import type { Command } from "./command.ts";
import { printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** The words that may come next on a command line. */
interface Continuation {
  /** The words typed so far, with a space at the end, as a pattern of shells. */
  readonly after: string;
  readonly words: readonly string[];
  /** True if names of files may come, too. */
  readonly takesFiles: boolean;
}

/** The commands, and one that completes all of them. */
export const withCompletion = (commands: readonly Command[]): readonly Command[] => {
  const completion: Command = {
    words: "completion",
    usage: "bash | zsh | fish",
    summary: "print a script that completes commands and options in a shell",
    load: async () => completionOf([...commands, completion]),
  };
  return [...commands, completion];
};

/** `lectern completion`: prints the script that completes commands and options in a shell. */
const completionOf =
  (commands: readonly Command[]): RunCommand =>
  async (args, { stdout }) => {
    const shell = shells.find((each) => each === args[0]);
    if (!shell || args.length > 1) throw new UsageError(`Name one shell: ${shells.join(", ")}`);
    printLines(stdout, scriptFor[shell](continuationsOf(commands)));
    return 0;
  };

const continuationsOf = (commands: readonly Command[]): readonly Continuation[] => {
  const firstWords = [...new Set(commands.map(({ words }) => certain(words.split(" ")[0])))].sort();
  const options = commands.map(({ words, usage }) => ({
    after: `${words} *`,
    words: [...new Set(usage.match(/--[a-z][a-z-]*/g)), "--help"],
    takesFiles: /\b(FILE|DIR)\b/.test(usage),
  }));
  const secondWords = firstWords.flatMap((first) => {
    const words = commands.flatMap((command) => {
      const [start, second] = command.words.split(" ");
      return start === first && second !== undefined ? [second] : [];
    });
    return words.length > 0 ? [{ after: `${first} `, words: words.sort(), takesFiles: false }] : [];
  });
  const beginning = { after: " ", words: [...firstWords, "--help", "--version"], takesFiles: false };
  return [...options, ...secondWords, beginning];
};

/** Bash and zsh have the same `case`; quotes around all of a pattern but its star. */
const casesOf = (continuations: readonly Continuation[]): readonly string[] => [
  '  case "$typed" in',
  ...continuations.map(({ after, words, takesFiles }) => {
    const pattern = after.endsWith("*") ? `"${after.slice(0, -1)}"*` : `"${after}"`;
    return `    ${pattern}) next="${words.join(" ")}"${takesFiles ? " files=yes" : ""} ;;`;
  }),
  "  esac",
];

const scriptFor: Readonly<Record<Shell, (continuations: readonly Continuation[]) => readonly string[]>> = {
  bash: (continuations) => [
    "_lectern() {",
    `  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1} " current="\${COMP_WORDS[COMP_CWORD]}" next="" files=""`,
    ...casesOf(continuations),
    '  COMPREPLY=($(compgen -W "$next" -- "$current"))',
    '  if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$current")); fi',
    "}",
    "complete -o filenames -F _lectern lectern",
  ],
  zsh: (continuations) => [
    "#compdef lectern",
    "_lectern() {",
    `  local typed="\${words[2,CURRENT-1]} " next="" files=""`,
    ...casesOf(continuations),
    `  compadd -- \${=next}`,
    '  if [ -n "$files" ]; then _files; fi',
    "}",
    "compdef _lectern lectern",
  ],
  fish: (continuations) => [
    "function __lectern_typed",
    "  set -l typed (commandline -opc)",
    "  set -l words (string join ' ' $typed[2..-1])",
    '  string match -q -- $argv[1] "$words "',
    "end",
    "complete -c lectern -f",
    ...continuations.map(
      ({ after, words, takesFiles }) =>
        `complete -c lectern -n "__lectern_typed '${after}'" -a "${words.join(" ")}"${takesFiles ? " -F" : ""}`,
    ),
  ],
};
