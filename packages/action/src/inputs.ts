import { checkedAddress, type Future, futures, PlainError } from "./lectern.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const modes = ["auto", "plan", "publish"] as const;

/** The inputs of `packages/action/action.yml`, which has their defaults. */
export interface ActionInputs {
  /** The service's address, without a last slash. */
  readonly url: string;
  readonly folder: string;
  readonly parent: string | undefined;
  readonly source: string | undefined;
  readonly collection: string | undefined;
  readonly token: string | undefined;
  /** What the token of the job is made out for. */
  readonly audience: string;
  readonly mode: (typeof modes)[number];
  /** The branch that is published; by default the repository's. */
  readonly branch: string | undefined;
  readonly prune: boolean | "all";
  readonly strict: boolean;
  readonly future: Future;
  readonly previews: boolean;
  readonly comment: boolean;
  readonly githubToken: string | undefined;
}

/** Reads the inputs from where a runner puts them. Throws a {@link PlainError} for a wrong one. */
export const readInputs = (environment: Environment): ActionInputs => {
  const input = (name: string): string | undefined =>
    environment[`INPUT_${name.toUpperCase()}`]?.trim() || undefined;
  const oneOf = <Value extends string>(name: string, values: readonly Value[], usual: Value): Value => {
    const text = input(name) ?? usual;
    const found = values.find((value) => value === text);
    if (found === undefined) throw wrong(name, `is one of ${values.join(", ")}`);
    return found;
  };
  const isTrue = (name: string, usual: boolean): boolean => {
    const text = (input(name) ?? String(usual)).toLowerCase();
    if (text !== "true" && text !== "false") throw wrong(name, "is true or false");
    return text === "true";
  };
  const url = input("url")?.replace(/\/+$/, "");
  if (url === undefined) throw wrong("url", "is missing: the address of the service");
  checkedAddress(url);
  return {
    url,
    folder: input("folder") ?? "posts",
    parent: input("parent"),
    source: input("source"),
    collection: input("collection"),
    token: input("token"),
    audience: input("audience") ?? url,
    mode: oneOf("mode", modes, "auto"),
    branch: input("branch"),
    prune: input("prune") === "all" ? "all" : isTrue("prune", false),
    strict: isTrue("strict", false),
    future: oneOf("future", futures, "schedule"),
    previews: isTrue("previews", false),
    comment: isTrue("comment", true),
    githubToken: input("github-token"),
  };
};

const wrong = (name: string, rule: string): PlainError => new PlainError(`The input '${name}' ${rule}.`);
