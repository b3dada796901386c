// Proves that a data folder of every released version opens, answers as before, and can be worked on.

import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";
import { answersFile, asker, formerFolders, packedRelease } from "./release.ts";

const unpack = async (name: string) => {
  const folder = await temporaryFolder();
  const files = unzipSync(await readFile(packedRelease(name)));
  for (const [path, content] of Object.entries(files)) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await writeFile(place, content, { mode: 0o600 });
  }
  const { ids, answers } = JSON.parse(await readFile(join(folder, answersFile), "utf8"));
  return { data: join(folder, "data"), ids, answers };
};

/** Members that a later release may answer otherwise. */
const mayDiffer = /^(comments_security_data|security_hash)$/;

/** What today's answer lacks of an earlier one, or says otherwise; new members are no difference. */
const differences = (before: unknown, now: unknown, path = ""): string[] => {
  if (typeof before !== "object" || before === null || typeof now !== "object" || now === null)
    return before === now ? [] : [`${path}: ${JSON.stringify(before)} is ${JSON.stringify(now)}`];
  if (Array.isArray(before) && before.length !== (now as unknown[]).length) return [`${path}: other length`];
  return Object.entries(before).flatMap(([name, value]) =>
    mayDiffer.test(name) ? [] : differences(value, (now as Record<string, unknown>)[name], `${path}.${name}`),
  );
};

const lectern = async (...words: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ["cli/lectern.js", ...words], {
    cwd: root,
    env: ownEnvironment(),
  });
  return stdout;
};

test.each(formerFolders)(
  "a folder of version %s opens, answers as it did, and can be worked on",
  async (name) => {
    const { data, ids, answers } = await unpack(name);
    const options = ["local/start.js", "--port=0", `--data=${data}`, "--no-demo"];
    const program = startProgram(process.execPath, options, { env: ownEnvironment() });
    const ask = asker(addressIn(await firstLineOf(program)));
    const found: string[] = [];
    for (const [path, answer] of Object.entries(answers))
      found.push(...differences(answer, await ask("GET", path), path));
    expect(found).toEqual([]);

    const base = async (id: number) => (await ask("GET", `/api/editor/posts/${id}/`)).latest_revision_id;
    const save = async (id: number, title: string) =>
      ask("PATCH", `/api/editor/posts/${id}/`, { base_revision_id: await base(id), title });
    for (const id of [ids.draft, ids.published]) {
      await save(id, `Changed ${id}`);
      await ask("POST", `/api/editor/posts/${id}/publish/`, { base_revision_id: await base(id) });
    }
    const { results } = await ask("GET", `/api/cms/pages/?child_of=${ids.blog}&search=changed&fields=_,id`);
    expect(results.map(({ id }: { id: number }) => id)).toEqual(
      expect.arrayContaining([ids.draft, ids.published]),
    );
    expect(await lectern("catalog", "verify", `--data=${data}`)).toContain("agrees");
    expect(await lectern("files", "verify", `--data=${data}`)).toMatch(
      /^All \d+ files of media are there and intact; nothing is left over/,
    );
    expect(await lectern("export", `--data=${data}`)).toContain(`title: Changed ${ids.draft}`);
    program.kill("SIGTERM");
    expect(await ended(program)).toBe(0);
  },
);
