import { useSignal } from "@preact/signals";
import type { Json } from "#lib/json.ts";
import type { DryRun } from "../../../../packages/client/src/editor.ts";
import { Refusal } from "../../../../packages/client/src/index.ts";
import { messageOf, postsOf, service } from "../../shell/service.ts";
import { useSettled } from "../../shell/settled.ts";
import { texts } from "../../texts/index.ts";
import type { OpenPage } from "../open-page.ts";

type Report = DryRun["report"];

/** How long nothing is typed before the service is asked what it says of the text. */
export const askedMs = 400;

/** What the service would say of a publication now, asked without doing it; it follows what is typed. */
export const ServiceSays = ({
  page,
  changed,
  labelOf,
}: {
  readonly page: OpenPage;
  /** The fields that differ from the latest revision. */
  readonly changed: Readonly<Record<string, Json>>;
  readonly labelOf: (field: string) => string;
}) => {
  const report = useSignal<Report | null>(null);
  const problems = useSignal<readonly string[]>([]);
  useSettled(
    async (isPast) => {
      const [save, publication] = await Promise.allSettled([
        checkSave(page, changed),
        checkPublication(page),
      ]);
      if (isPast()) return;
      report.value = save.status === "fulfilled" ? save.value : null;
      problems.value = [save, publication].flatMap((asked) =>
        asked.status === "rejected" && !isAnswered(asked.reason, changed)
          ? problemsIn(asked.reason, labelOf)
          : [],
      );
    },
    [page.keeper.base().revisionId, JSON.stringify(changed)],
    askedMs,
  );
  const said = report.value;
  const isFine = said !== null && said.removed.length + said.ignored.length + said.warnings.length === 0;
  return (
    <>
      {isFine && <p class="quiet">{texts.publish.serviceIsFine}</p>}
      {problems.value.length > 0 && (
        <ul class="notes problem">
          {problems.value.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {said !== null && !isFine && (
        <ul class="notes">
          {said.warnings.map(({ message, path }) => (
            <li key={path + message}>{message}</li>
          ))}
          {said.removed.map(({ path, name, text }, index) => (
            <li key={index}>{texts.publish.wouldRemove(labelOf(path.split(".")[0] ?? path), name, text)}</li>
          ))}
        </ul>
      )}
    </>
  );
};

/** What a save of these fields would leave out. */
const checkSave = async (page: OpenPage, changed: Readonly<Record<string, Json>>): Promise<Report> => {
  if (Object.keys(changed).length === 0) return nothingToReport;
  const known = { id: page.id, latest_revision_id: page.keeper.base().revisionId };
  return (await postsOf(page.type).checkUpdate(known, changed as never)).report;
};

const nothingToReport: Report = { removed: [], truncated: false, ignored: [], warnings: [] };

/** Throws what would refuse a publication of the latest revision. */
const checkPublication = ({ id, keeper }: OpenPage) =>
  service.request("post", "/api/editor/posts/{id}/publish/", {
    params: { id },
    ifMatch: keeper.base().revisionId,
    query: { dry_run: true },
  });

/** True of a refusal that the save before the publication mends: there is a draft then, with these fields. */
const isAnswered = (refusal: unknown, changed: Readonly<Record<string, Json>>): boolean =>
  refusal instanceof Refusal &&
  (refusal.code === "no_unpublished_draft" ||
    (refusal.problems.length > 0 &&
      refusal.code === "validation_error" &&
      refusal.problems.every(({ path, code }) => code === "required" && changed[path] != null)));

/** All that a refusal says, with the fields as people know them. */
export const problemsIn = (error: unknown, labelOf: (field: string) => string): readonly string[] =>
  error instanceof Refusal && error.problems.length > 0
    ? error.problems.map(({ path, message }) => `${labelOf(path.split(".")[0] ?? path)}: ${message}`)
    : [messageOf(error)];
