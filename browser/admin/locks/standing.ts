/** What holds a page, as the list of pages for editors tells it. */
export interface HeldPage {
  readonly locked: boolean;
  readonly locked_by: string | null;
  readonly workflow: { readonly name: string; readonly task: string; readonly state: string } | null;
  readonly scheduled_for: string | null;
}

/** An entry of the page's log; the newest comes first. */
export interface Step {
  readonly at: string;
  readonly user: string | null;
  readonly kind: string;
}

/** Something that holds a page: what, by whom and since when, as far as the log says. */
export type Hold = (
  | { readonly kind: "own lock" | "lock of nobody" }
  | { readonly kind: "lock"; readonly owner: string }
  | { readonly kind: "review" | "changes"; readonly workflow: string; readonly task: string }
  | { readonly kind: "schedule"; readonly time: string }
) & { readonly by: string | null; readonly since: string | null };

/** The steps of the log after which something holds. */
const steps = {
  lock: ["wagtail.lock"],
  review: ["wagtail.workflow.start", "wagtail.workflow.resume"],
  changes: ["wagtail.workflow.reject"],
  schedule: ["wagtail.publish.schedule"],
} as const;

/** All that holds a page now, for the person of that name. */
export const holdsOf = (page: HeldPage, log: readonly Step[], name: string): readonly Hold[] => {
  const last = (kinds: readonly string[]) => {
    const step = log.find(({ kind }) => kinds.includes(kind));
    return { by: step?.user ?? null, since: step?.at ?? null };
  };
  const holds: Hold[] = [];
  if (page.scheduled_for !== null)
    holds.push({ kind: "schedule", time: page.scheduled_for, ...last(steps.schedule) });
  if (page.locked) {
    const since = last(steps.lock);
    if (page.locked_by === null) holds.push({ kind: "lock of nobody", ...since });
    else if (page.locked_by === name) holds.push({ kind: "own lock", ...since });
    else holds.push({ kind: "lock", owner: page.locked_by, ...since });
  }
  if (page.workflow) {
    const { name: workflow, task, state } = page.workflow;
    const kind = state === "needs_changes" ? "changes" : "review";
    holds.push({ kind, workflow, task, ...last(steps[kind]) });
  }
  return holds;
};

/** A step that a person takes, by its name in `may`. */
export type Act =
  | "lock"
  | "unlock"
  | "unschedule"
  | "approve"
  | "request_changes"
  | "start_workflow"
  | "cancel_workflow";

/** The steps that end or continue each hold, in the order in which they are offered. */
const actsOn: Readonly<Record<Hold["kind"], readonly Act[]>> = {
  "own lock": ["unlock"],
  lock: ["unlock"],
  "lock of nobody": ["unlock"],
  schedule: ["unschedule"],
  review: ["approve", "request_changes", "cancel_workflow"],
  changes: ["start_workflow", "cancel_workflow"],
};

/** The steps that the person may take on a hold. */
export const allowedActs = ({ kind }: Hold, may: Readonly<Partial<Record<Act, boolean>>>): readonly Act[] =>
  actsOn[kind].filter((act) => may[act]);
