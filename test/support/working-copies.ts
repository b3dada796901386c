import { createHash } from "node:crypto";
import {
  deletePostWorkingCopy,
  putPostWorkingCopy,
  readPostWorkingCopy,
} from "#lib/routes/editor-working-copies.ts";
import { call, type RouteAnswer } from "./call.ts";
import { wholeTable } from "./whole-table.ts";

/** The fields that are sent unless a test says others. */
export const typedFields = { title: "Half a thought", overview_markdown: "and then" };

/** Stores a working copy, with these members of the body in place of the usual ones. */
export const putTyped = (id: number, more: object = {}, as = "ada", headers = {}) =>
  call(putPostWorkingCopy, {
    ...{ as, params: { id }, headers },
    body: { base_revision_id: 1, fields: typedFields, ...more },
  });

export const readTyped = (id: number, as = "ada") => call(readPostWorkingCopy, { as, params: { id } });

export const removeTyped = (id: number, as = "ada", headers = {}) =>
  call(deletePostWorkingCopy, { as, params: { id }, headers });

/** What went wrong, with the first path of a validation error; `ok` for nothing. */
export const typedProblemOf = ({ status, body }: RouteAnswer): string => {
  if (status < 300) return "ok";
  const [path] = Object.keys(body.errors ?? {});
  return path === undefined ? body.code : `${path}/${body.errors[path][0].code}`;
};

/** Text that deflating makes little smaller, always the same for a name: three parts of a working copy. */
export const longTypedText = (name: string): string =>
  Array.from({ length: 10_500 }, (_, index) =>
    createHash("sha512").update(`${name} ${index}`).digest("base64"),
  ).join(" ");

/** The items of all working copies of a page, and the marks that it is being edited. */
export const typedItemsOf = async (id: number) =>
  ((await wholeTable()) as { pk: string; sk: string }[]).filter(
    ({ pk, sk }) =>
      (pk === `PAGE#${id}` && sk.startsWith("COPY#")) ||
      (pk === "EDITING" && new RegExp(`#0*${id}#`).test(sk)),
  );
