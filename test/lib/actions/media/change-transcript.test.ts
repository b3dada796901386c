// Proves contract rules: transcripts.

import { expect, test, vi } from "vitest";
import { handler as removeLeftovers } from "#functions/jobs/remove-leftover-files.ts";
import { deleteTranscript, putTranscript } from "#lib/actions/media/change-transcript.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { verifyFiles } from "#lib/actions/media/verify-files.ts";
import { clock } from "#lib/clock.ts";
import { readTranscriptFile } from "#lib/files/transcripts.ts";
import type { Audio } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { type Failure, failingAt } from "#test/support/faults.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { audioWithTranscript, makeAudio } from "#test/support/media.ts";
import { everythingStored } from "#test/support/stored.ts";
import { useTable } from "#test/support/table.ts";

useTable();
useFiles();

const permit = (current: Audio | undefined): Audio => {
  if (!current) throw new Refusal("not_found");
  return current;
};

const put = (id: number, text: string, may = permit) =>
  putTranscript(id, { segments: [{ text }], sent: Buffer.from(text) }, may);

/** The text of the audio's transcript, or null; fails if the row names a file that is not there. */
const textOf = async (id: number): Promise<string | null> => {
  const { transcript } = (await readMediaOfKind("audio", [id]))[0]!;
  return transcript && JSON.parse((await readTranscriptFile(transcript))!).transcripts[0].text;
};

const inAnHour = async () => {
  const now = vi.spyOn(clock, "nowMs").mockReturnValue(Date.now() + 3_601_000);
  await removeLeftovers();
  now.mockRestore();
};

const filesOf = async (id: number) =>
  (await storedFileKeys()).filter((key) => key.includes(`audios/${id}/`) && key.includes("/transcript-"))
    .length;

/** Files of transcripts that are lost or left over. */
const transcriptProblems = async () =>
  (await verifyFiles()).problems.filter(({ key }) => key.includes("/transcript"));

test("a transcript takes the place of another, or of none, and equal ones change nothing", async () => {
  const { id } = await makeAudio();
  const first = await put(id, "A wren.");
  expect(await put(id, "A wren.")).toEqual(first);
  const second = await put(id, "Two wrens.");
  expect([await textOf(id), await filesOf(id)]).toEqual(["Two wrens.", 1]);
  expect(second.version).toBe(first.version + 1);
  expect((await deleteTranscript(id, permit)).transcript).toBeNull();
  expect(await deleteTranscript(id, permit)).toMatchObject({ version: second.version + 1 });
  expect([await textOf(id), await filesOf(id)]).toEqual([null, 0]);
});

test.each(["before", "after", "for good"] as const)(
  "a change that fails %s a step is done or not, and leaves no file behind",
  async (how: Failure) => {
    const changes = [
      ["new", (id: number) => put(id, "new")],
      [null, (id: number) => deleteTranscript(id, permit)],
    ] as const;
    const changed: (readonly [id: number, text: string | null])[] = [];
    for (const [after, change] of changes) {
      for (let isReached = true, index = 0; isReached; index++) {
        const { id } = await audioWithTranscript('{"transcripts": [{"text": "old"}]}');
        isReached = await failingAt(index, how, () => change(id).catch(() => {}));
        const text = await textOf(id);
        expect(["old", after]).toContain(text);
        changed.push([id, text]);
      }
    }
    await removeLeftovers();
    await inAnHour();
    for (const [id, text] of changed) expect([id, await textOf(id)]).toEqual([id, text]);
    expect(await transcriptProblems()).toEqual([]);
    expect((await everythingStored()).filter((key) => key.startsWith("LEFTOVERS"))).toEqual([]);
  },
);

test("of many changes at once each is seen whole, one stays, and none leaves a file behind", async () => {
  const { id } = await makeAudio();
  const texts = Array.from({ length: 6 }, (_, index) => `Text ${index % 3}`);
  const work = [...texts.map((text) => put(id, text)), deleteTranscript(id, permit)];
  const seen = await Promise.all(Array.from({ length: 10 }, () => textOf(id).catch(() => null)));
  await Promise.all(work);
  const text = await textOf(id);
  for (const each of [...seen, text]) expect([null, ...texts]).toContain(each);
  expect(await filesOf(id)).toBe(text === null ? 0 : 1);
  expect(await transcriptProblems()).toEqual([]);
});

test("a change of an audio that is gone, or goes meanwhile, leaves no file behind", async () => {
  const { id } = await makeAudio();
  await put(id, "old");
  let calls = 0;
  const raced = put(id, "new", (current) => {
    if (++calls === 2) throw new Refusal("not_found");
    return permit(current);
  });
  await expect(raced).rejects.toMatchObject({ code: "not_found" });
  expect([await textOf(id), await filesOf(id)]).toEqual(["old", 1]);
  await deleteMedia("audio", id);
  await expect(put(id, "new")).rejects.toMatchObject({ code: "not_found" });
  await removeLeftovers();
  expect(await filesOf(id)).toBe(0);
});
