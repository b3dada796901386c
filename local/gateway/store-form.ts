import { twoFilesIn, unreadableForm } from "#lib/http/body-refusals.ts";
import { beginningWith, type FormPart } from "./form-parts.ts";

/** A file in a form that is still arriving. */
export interface ArrivingFile {
  readonly field: string;
  readonly name: string;
  /** The declared type; undefined without one. */
  readonly contentType: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

export interface FormFiles {
  /** The names of the fields that take files. */
  readonly fields: ReadonlySet<string>;
  readonly store: (file: ArrivingFile) => Promise<number>;
}

/** Limits of a form's other parts. */
const max = { parts: 100, textBytes: 1_048_576, nameLength: 1_000 };

/**
 * Stores the form's files, and gives the form with their ids in their places; files are empty in fields that
 * take none. Throws `parse_error` for two files in a field, and beyond the limits above.
 */
export const storeForm = async (
  parts: AsyncIterable<FormPart>,
  boundary: string,
  files: FormFiles,
): Promise<Buffer> => {
  const body: Uint8Array[] = [];
  const filled = new Set<string>();
  let others = 0;
  let roomBytes = max.textBytes;
  for await (const part of parts) {
    requireShortNames(part);
    if (part.fileName && filled.has(part.name)) throw twoFilesIn(part.name);
    if (part.fileName) filled.add(part.name);
    const id = await storeFile(part, files);
    if (id !== undefined) {
      body.push(...written(boundary, `Content-Disposition: form-data; name="${part.name}"`, String(id)));
      continue;
    }
    if (++others > max.parts) throw unreadableForm(`It has more than ${max.parts} fields.`);
    const text = part.fileName === undefined ? await readText(part.content, roomBytes) : "";
    roomBytes -= part.head.length + text.length;
    body.push(...written(boundary, part.head, text));
  }
  body.push(Buffer.from(`--${boundary}--\r\n`, "latin1"));
  return Buffer.concat(body);
};

const requireShortNames = ({ name, fileName = "" }: FormPart): void => {
  if (name.length > max.nameLength || fileName.length > max.nameLength)
    throw unreadableForm(`A name in it has more than ${max.nameLength} characters.`);
};

/** The file's id; undefined if the part has no file, or its field takes none. */
const storeFile = async (
  { name: field, fileName: name, contentType, content }: FormPart,
  { fields, store }: FormFiles,
): Promise<number | undefined> => {
  if (!name || !fields.has(field)) return undefined;
  const first = await content.next();
  return first.done
    ? undefined
    : store({ field, name, contentType, content: beginningWith(first.value, content) });
};

const readText = async (content: AsyncIterable<Buffer>, roomBytes: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of content) {
    sizeBytes += piece.length;
    if (sizeBytes > roomBytes) throw unreadableForm("Its texts are too long.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

const written = (boundary: string, head: string | Buffer, content: string | Buffer): Uint8Array[] => [
  Buffer.from(`--${boundary}\r\n`, "latin1"),
  Buffer.from(head as string),
  Buffer.from("\r\n\r\n"),
  Buffer.from(content as string),
  Buffer.from("\r\n"),
];
