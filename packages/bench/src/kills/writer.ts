import { setTimeout as pause } from "node:timers/promises";
import { editorToken } from "#bench/corpus/site.ts";
import { clock } from "#bench/lectern/tools.ts";
import { giveUpMs, type KilledService } from "./killed-service.ts";

/** A post that was made, changed and published, each by a request that was acknowledged. */
export interface AcknowledgedPost {
  readonly id: number;
  readonly slug: string;
}

export interface WriterReport {
  readonly posts: AcknowledgedPost[];
  /** Requests that were acknowledged. */
  acknowledged: number;
  /** Answers that were lost or refused for the moment, after which the request was sent again. */
  repeated: number;
  readonly problems: string[];
}

/** The answer for a post that was made, changed or published. */
interface Acknowledgement {
  readonly id: number;
  readonly latest_revision_id: number;
}

const pauseMs = 20;

/** Sends a request until there is an answer that lasts, always with the same key. */
const sendUntilAnswered = async (
  service: KilledService,
  report: WriterReport,
  { path, method, key, body }: { path: string; method: string; key: string; body: object },
): Promise<Acknowledgement | undefined> => {
  const headers = {
    authorization: `Bearer ${editorToken}`,
    "content-type": "application/json",
    "idempotency-key": key,
  };
  const givesUpAtMs = clock.monotonicMs() + giveUpMs;
  for (;;) {
    try {
      const url = (await service.url()) + path;
      const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
      const given = await answer.text();
      const isPassing = answer.status === 503 || answer.headers.has("retry-after");
      if (answer.ok) {
        report.acknowledged++;
        return JSON.parse(given);
      }
      if (!isPassing) {
        report.problems.push(`${method} ${path}: ${answer.status} ${given.slice(0, 200)}`);
        return undefined;
      }
    } catch (error) {
      // `fetch` says nothing else of connections that fail.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
    if (clock.monotonicMs() > givesUpAtMs) {
      report.problems.push(`${method} ${path}: no answer for ${giveUpMs / 1000} seconds`);
      return undefined;
    }
    report.repeated++;
    await pause(pauseMs);
  }
};

/** Makes, changes and publishes posts, one after the other, until the signal. */
export const writeUntil = async (
  service: KilledService,
  name: string,
  blog: number,
  signal: AbortSignal,
): Promise<WriterReport> => {
  const report: WriterReport = { posts: [], acknowledged: 0, repeated: 0, problems: [] };
  const ask = (path: string, method: string, key: string, body: object) =>
    sendUntilAnswered(service, report, { path: `/api/editor/posts/${path}`, method, key, body });
  for (let count = 1; !signal.aborted; count++) {
    const slug = `${name}-${count}`;
    const post = { parent: { id: blog }, title: `Post ${slug}`, slug, overview: [], tags: [name] };
    const made = await ask("", "POST", `${slug}-make`, post);
    if (!made) continue;
    const { id, latest_revision_id: base_revision_id } = made;
    await ask(`${id}/`, "PATCH", `${slug}-change`, { title: `Changed ${slug}`, base_revision_id });
    await ask(`${id}/publish/`, "POST", `${slug}-publish`, {});
    report.posts.push({ id, slug });
  }
  return report;
};
