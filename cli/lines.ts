import { certain } from "#lib/certain.ts";
/** The lines of a text that arrives in pieces, in the encoding that its XML declaration names, else UTF-8. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let rest: string[] = [];
  for await (const piece of pieces) {
    decoder ??= decoderFor(piece);
    const lines = decoder.decode(piece, { stream: true }).split(/\r\n|\n|\r(?!$)/);
    const last = certain(lines.pop());
    for (const line of lines) {
      yield rest.length === 0 ? line : [...rest, line].join("");
      rest = [];
    }
    rest.push(last);
  }
  rest.push(decoder?.decode() ?? "");
  const last = rest.join("");
  if (last !== "") yield last;
}

const decoderFor = (start: Uint8Array): InstanceType<typeof TextDecoder> => {
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(
    Buffer.from(start.subarray(0, 200)).toString("latin1"),
  );
  try {
    return new TextDecoder(declared?.[1] ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
};
