import { editorSignIn, editorToken } from "#bench/corpus/site.ts";
import { startChromium } from "#bench/lectern/tests.ts";
import { certain } from "#bench/lectern/tools.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import { showProgress } from "#bench/progress.ts";
import { percentile, spreadOf } from "#bench/report/figures.ts";
import { budgetCell, type Table } from "#bench/report/table.ts";
import type { BenchResult, RunOptions } from "#bench/result.ts";
import { measureOpening, measureTyping, type Opening, type Typing } from "./measured-page.ts";

const rounds = 3;

const budgets = { scriptBytes: 160 * 1_024, requests: 12 };

const slow = { cpu: 4, latencyMs: 40 };

const longText = { words: 50_000, keys: 200 };

/** What a browser needs to write a post, and how soon the admin takes a key. */
export async function* measureAdmin(run: RunOptions): AsyncIterable<BenchResult> {
  await using corpus = await serveCorpus(certain(run.posts[0]), run);
  const { site, ids } = corpus;
  const blog = certain(ids.blogs[0]);
  const short = await makePost(site.url, blog, 600);
  const long = await makePost(site.url, blog, longText.words);
  const cookie = await signIn(site.url);
  await using browser = await startChromium();
  const opened = { browser, cookie, url: `${site.url}/cms/pages/${short}/edit/` };
  // The service compresses each file when it is first asked for.
  await measureOpening(opened);
  const [cold, throttled]: [Opening[], Opening[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    showProgress(`admin: round ${round + 1} of ${rounds}`);
    cold.push(await measureOpening(opened));
    throttled.push(await measureOpening(opened, slow));
  }
  await using unhurried = await startChromium(["--disable-gpu-vsync", "--disable-frame-rate-limit"]);
  const url = `${site.url}/cms/pages/${long}/edit/`;
  const typing = await measureTyping({ browser: unhurried, cookie, url }, longText.keys);
  yield {
    tables: [openingTable(cold, throttled), typingTable(typing)],
    data: { cold, throttled, typing },
    failures: failuresOf(cold),
  };
}

/** Counts above their budgets; times differ between machines. */
const failuresOf = (cold: readonly Opening[]): readonly string[] =>
  cold.flatMap(({ scriptBytes, requests }) => [
    ...(scriptBytes > budgets.scriptBytes ? [`The editor needs ${scriptBytes} bytes of script.`] : []),
    ...(requests > budgets.requests ? [`The editor needs ${requests} requests.`] : []),
  ]);

/** Makes a draft of so many words. */
const makePost = async (url: string, blog: number, words: number): Promise<number> => {
  const sentence = "The rail crossed the open water below the hide at ten in the morning. ";
  const paragraph = `<p>${sentence.repeat(8)}</p>`;
  const perParagraph = 8 * 14;
  const value = paragraph.repeat(Math.ceil(words / perParagraph));
  const answer = await fetch(`${url}/api/editor/posts/`, {
    method: "POST",
    headers: { authorization: `Bearer ${editorToken}`, "content-type": "application/json" },
    body: JSON.stringify({
      parent: { id: blog },
      title: `A post of ${words} words`,
      overview: [],
      detail: [{ type: "paragraph", value }],
    }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { readonly id: number }).id;
};

/** The cookies of a session. */
const signIn = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/accounts/login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(editorSignIn),
  });
  return answer.headers
    .getSetCookie()
    .map((line) => certain(line.split(";")[0]))
    .join("; ");
};

const openingTable = (cold: readonly Opening[], throttled: readonly Opening[]): Table => {
  const median = (of: readonly Opening[], figure: (opening: Opening) => number) =>
    spreadOf(of.map(figure)).median;
  const row = (name: string, figure: number, digits: number, budget: number) => [
    name,
    figure.toFixed(digits),
    budgetCell(Number(figure.toFixed(digits)), budget),
  ];
  return {
    title: "Writing a post in the admin",
    columns: ["what", "measured", "budget"],
    rows: [
      row(
        "script, compressed, KB",
        median(cold, ({ scriptBytes }) => scriptBytes) / 1_024,
        0,
        budgets.scriptBytes / 1_024,
      ),
      row(
        "requests",
        median(cold, ({ requests }) => requests),
        0,
        budgets.requests,
      ),
      row("first key possible, s", median(cold, ({ firstKeyMs }) => firstKeyMs) / 1_000, 2, 0.5),
      row(
        "time in scripts, ms",
        median(cold, ({ scriptMs }) => scriptMs),
        0,
        150,
      ),
      row("heap, MB", median(cold, ({ heapBytes }) => heapBytes) / 1_048_576, 1, 10),
      row("first key, slow machine, s", median(throttled, ({ firstKeyMs }) => firstKeyMs) / 1_000, 2, 1.5),
    ],
    notes: [
      `Headless Chromium that has nothing yet; medians of ${rounds}. Slow: ${slow.cpu} times slower, and ${slow.latencyMs} ms for each answer.`,
    ],
  };
};

const typingTable = ({ openMs, keysMs }: Typing): Table => ({
  title: `A post of ${longText.words} words`,
  columns: ["what", "measured", "budget"],
  rows: [
    ["opening it, s", (openMs / 1_000).toFixed(2), budgetCell(openMs / 1_000, 1)],
    ["a key, ms, p50", percentile(keysMs, 0.5).toFixed(1), "–"],
    ["a key, ms, p95", percentile(keysMs, 0.95).toFixed(1), budgetCell(percentile(keysMs, 0.95), 16)],
  ],
  notes: [`${longText.keys} keys in the middle of the text, each until it is drawn.`],
});
