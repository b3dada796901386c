import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { editorRequest } from "#bench/editor-request.ts";
import { certain } from "#bench/lectern/tools.ts";
import { answers, prepared, type WriteSite, type WriteWorkload } from "./write-workload.ts";

interface UploadSession {
  readonly id: number;
}

interface PartsToSend {
  readonly parts: readonly { readonly url: string; readonly headers: Readonly<Record<string, string>> }[];
}

const picture = fileURLToPath(
  new URL("../../../../examples/field-notes/media/heron-at-dawn.jpg", import.meta.url),
);

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A user may have 100 at a time: four rows begin so many each before the next round removes them. */
const mostInRound = 20;

const uploads = "/api/editor/uploads/";

/** The steps of an upload in parts, of a photograph of 85 KB; its bytes go straight to the file store. */
export const uploadWrites = async (site: WriteSite): Promise<readonly WriteWorkload[]> => {
  const content = await readFile(picture);
  const parts = [{ number: 1, sha256: sha256(content) }];
  const begin = () => editorRequest(uploads, { name: "heron.jpg", size: content.length });
  const removeAll = async () => {
    const left = await prepared<readonly UploadSession[]>(site, editorRequest(uploads, undefined, "GET"));
    for (const { id } of left) await prepared(site, editorRequest(`${uploads}${id}/`, undefined, "DELETE"));
  };
  const begun = () => prepared<UploadSession>(site, begin());
  const presign = ({ id }: UploadSession) => editorRequest(`${uploads}${id}/parts/`, { parts });
  const complete = ({ id }: UploadSession) => editorRequest(`${uploads}${id}/complete/`, {});
  const sent = async () => {
    const upload = await begun();
    const presigned = await prepared<PartsToSend>(site, presign(upload));
    const { url, headers } = certain(presigned.parts[0]);
    const { status } = await fetch(url, { method: "PUT", headers, body: content });
    if (status !== 200) throw new Error(`A part was refused with status ${status}.`);
    return upload;
  };
  const completed = async () => prepared<UploadSession>(site, complete(await sent()));
  return [
    {
      name: "upload: begin",
      next: async () => {
        await removeAll();
        return { ...begin(), problemOf: answers(201, { state: "open", parts: 1 }) };
      },
      budget: { cpuMs: null, requests: 5, readUnits: 10, writeUnits: 10, depth: 3 },
      mostInRound,
    },
    {
      name: "upload: ask how to send a part",
      next: async () => ({ ...presign(await begun()), problemOf: answers(200) }),
      budget: { cpuMs: null, requests: 2, readUnits: 6, writeUnits: 0, depth: 3 },
      mostInRound,
    },
    {
      name: "upload: complete",
      next: async () => ({ ...complete(await sent()), problemOf: answers(200, { state: "complete" }) }),
      budget: { cpuMs: null, requests: 5, readUnits: 10, writeUnits: 10, depth: 3 },
      mostInRound,
    },
    {
      name: "make an image of an upload",
      next: async () => {
        const { id } = await completed();
        const { headers, ...request } = editorRequest("/api/editor/media/images/");
        return {
          ...request,
          headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ title: "Heron", file: String(id) }).toString(),
          problemOf: answers(201, { title: "Heron" }),
        };
      },
      budget: { cpuMs: null, requests: 6, readUnits: 6, writeUnits: 16 },
      mostInRound,
    },
  ];
};
