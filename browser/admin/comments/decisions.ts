/** A state in which a comment can be. */
export type CommentState = "pending" | "public" | "refused" | "removed";

/** What a moderator does with a comment, by the last part of the request's path. */
export type Decision = "approve" | "refuse" | "remove";

const after: Readonly<Record<Decision, CommentState>> = {
  approve: "public",
  refuse: "refused",
  remove: "removed",
};

/** The decisions that change something, and that somebody may want: what was never public is not taken down. */
export const decisionsOn = (state: CommentState): readonly Decision[] =>
  (Object.keys(after) as Decision[]).filter(
    (decision) => after[decision] !== state && (decision !== "remove" || state === "public"),
  );

/** The state after a decision. */
export const stateAfter = (decision: Decision): CommentState => after[decision];

/** What a key does on a comment. */
export type KeyAct = Decision | "select" | "next" | "previous";

const keys: Readonly<Record<string, KeyAct>> = {
  a: "approve",
  s: "refuse",
  d: "remove",
  x: "select",
  arrowdown: "next",
  arrowup: "previous",
  j: "next",
  k: "previous",
};

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * What a key that was pressed does; nothing together with others, which belong to the browser. Who speaks
 * instead of typing has turned off keys of one character.
 */
export const actOfKey = (
  { key, ctrlKey, metaKey, altKey }: Pressed,
  hasSingleKeys: boolean,
): KeyAct | undefined =>
  ctrlKey || metaKey || altKey || (key.length === 1 && !hasSingleKeys) ? undefined : keys[key.toLowerCase()];
