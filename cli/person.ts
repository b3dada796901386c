import { open, rename, rm } from "node:fs/promises";
import { noUser } from "#cli/administration/missing.ts";
import { type ErasedCounts, erasePerson, requireErasable } from "#lib/actions/person/erase-person.ts";
import { personItems, UnknownItem } from "#lib/actions/person/person-items.ts";
import { type NamedPerson, wroteComment } from "#lib/actions/person/person-rule.ts";
import { personRules } from "#lib/actions/person/person-rules.ts";
import type { User } from "#lib/site/user.ts";
import { readUserByName, readUsers } from "#lib/store/listed-credentials.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import { PlainError } from "#local/plain-error.ts";
import { readArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { aligned, counted, printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const personOptions = { ...storeOptions, email: { type: "string" }, name: { type: "string" } } as const;

interface Chosen {
  readonly username: string | undefined;
  readonly email: string | undefined;
  readonly name: string | undefined;
}

/** The person that the command line names. Throws {@link UsageError} unless it is one person. */
const chosenPerson = (
  positionals: readonly string[],
  { email, name }: { readonly email?: string | undefined; readonly name?: string | undefined },
): Chosen => {
  const [username, surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'`);
  const isVisitor = email !== undefined || name !== undefined;
  if (username === undefined && !isVisitor)
    throw new UsageError("USERNAME is missing, or --email and --name of somebody who commented");
  if (username !== undefined && isVisitor)
    throw new UsageError(
      "USERNAME is for an account, --email and --name are for a visitor; give one of these",
    );
  for (const [option, text] of Object.entries({ USERNAME: username, "--email": email, "--name": name }))
    if (text?.trim() === "") throw new UsageError(`${option} is empty`);
  return { username, email, name };
};

interface Found {
  readonly user: User | undefined;
  readonly person: NamedPerson;
  /** Their name in messages. */
  readonly called: string;
}

/** Comments under the address of an account are those of its owner. */
const findPerson = async ({ username, email, name }: Chosen): Promise<Found> => {
  if (username === undefined) {
    const called = [name, email && `<${email}>`].filter(Boolean).join(" ");
    return { user: undefined, person: { userId: undefined, email, name }, called };
  }
  const user = await readUserByName(username);
  if (!user) throw noUser(username);
  const person = { userId: user.id, email: user.email.trim() || undefined, name: undefined };
  return { user, person, called: username };
};

/** `lectern person export`: everything that the table has of a person, as JSON, without secrets. */
export const personExport: RunCommand = async (args, context) => {
  const options = { ...personOptions, output: { type: "string" } } as const;
  const { values, positionals } = readArguments(args, options);
  const { output, email, name, ...choice } = values;
  const chosen = chosenPerson(positionals, { email, name });
  await using _store = await openStore(choice, context);
  const { person, called } = await findPerson(chosen);
  const count = await plainly(() =>
    output === undefined
      ? writePerson(chosen, person, async (text) => void context.stdout.write(text))
      : writeFileOf(output, (write) => writePerson(chosen, person, write)),
  );
  printLines(context.stderr, [`Exported ${counted(count, "item")} of ${called}.`]);
  return 0;
};

type WriteText = (text: string) => Promise<unknown>;

/** An item a line, so that what somebody has written need not fit into memory. */
const writePerson = async (chosen: Chosen, person: NamedPerson, write: WriteText): Promise<number> => {
  await write(`{\n  "person": ${JSON.stringify(chosen)},\n  "items": [`);
  let count = 0;
  for await (const { kind, data } of personItems(person))
    for (const each of data)
      await write(`${count++ > 0 ? "," : ""}\n    ${JSON.stringify({ item: kind, ...each })}`);
  await write(`${count > 0 ? "\n  " : ""}]\n}\n`);
  return count;
};

/** Writes a file that only its owner may read, whole or not at all. */
const writeFileOf = async <Result>(path: string, work: (write: WriteText) => Promise<Result>) => {
  const draft = `${path}.${process.pid}.draft`;
  const asPlain = (error: NodeJS.ErrnoException): never => {
    if (!error.syscall) throw error;
    throw new PlainError(`${path} cannot be written (${error.message}); name another file with --output.`);
  };
  const file = await open(draft, "wx", 0o600).catch(asPlain);
  try {
    const result = await work((text) => file.appendFile(text)).finally(() => file.close());
    await rename(draft, path);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    return asPlain(error as NodeJS.ErrnoException);
  }
};

/** `lectern person erase`: says what it would erase, and with `--yes` erases it. */
export const personErase: RunCommand = async (args, context) => {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = readArguments(args, { ...personOptions, yes: flag, json: flag });
  const { yes, json, email, name, ...choice } = values;
  const chosen = chosenPerson(positionals, { email, name });
  const { stdout, stderr } = context;
  await using _store = await openStore(choice, context);
  const { user, person, called } = await findPerson(chosen);
  await requireErasable(user);
  const counts = await plainly(() => (yes ? erasePerson(person, user) : countOf(person)));
  const rows = rowsOf(counts);
  if (json) printJson(stdout, { person: chosen, erased: yes, items: rows });
  else if (rows.length === 0) printLines(stdout, [`Nothing here is of ${called}.`]);
  else {
    const table = rows.map(({ count, title, erasure }) => [String(count), title, words[erasure]]);
    printLines(stdout, [`${yes ? "Erased" : "Would erase"} ${called}:`, ...aligned(table)]);
  }
  const others = user ? [] : (await readUsers()).filter((each) => isOf(person, each));
  printLines(stderr, remarksOn({ user, yes, others }));
  return 0;
};

const isOf = ({ email }: NamedPerson, user: User): boolean =>
  email !== undefined &&
  wroteComment({ userId: undefined, email, name: undefined }, { email: user.email, name: "" });

const words = {
  removed: "removed",
  last: "removed",
  unnamed: "kept, without the person",
} as const;

const plainly = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    throw error instanceof UnknownItem ? new PlainError(error.message) : error;
  });

const countOf = async (person: NamedPerson): Promise<ErasedCounts> => {
  const counts: ErasedCounts = new Map();
  for await (const { kind, data } of personItems(person))
    counts.set(kind, (counts.get(kind) ?? 0) + data.length);
  return counts;
};

const rowsOf = (counts: ErasedCounts) =>
  (Object.keys(personRules) as ItemKindName[]).flatMap((kind) => {
    const rule = personRules[kind];
    const count = counts.get(kind);
    return count === undefined || !("title" in rule)
      ? []
      : [{ item: kind, count, title: rule.title, erasure: rule.erasure }];
  });

interface Remarks {
  readonly user: User | undefined;
  /** Accounts under the address of somebody who commented. */
  readonly others: readonly User[];
  readonly yes: boolean;
}

const remarksOn = ({ user, others, yes }: Remarks): string[] => [
  ...others.map(({ username }) => `The account ${username} has this address; it stays unless you name it.`),
  ...(user?.active && !yes
    ? [
        "The account is active. What it writes within the last half minute before may be left: first deactivate it, with lectern user deactivate.",
      ]
    : []),
  ...(user?.fromManifest
    ? ["A manifest has made this account. Take it out of the file, or the next lectern apply makes it again."]
    : []),
  yes
    ? "Backups, and what posts say of people, stay as they are: see docs/personal-data.md."
    : "Nothing is changed yet: --yes erases it, for good.",
];
