import { acceptedType } from "#lib/http/negotiation.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { segmentsIn, spokenLines } from "#lib/media/transcript.ts";
import { transcriptFormats, transcriptTypes } from "#lib/media/transcripts/formats.ts";
import { writeTranscript } from "#lib/media/transcripts/write-transcript.ts";
import { Refusal } from "#lib/refusals/refusal.ts";

/**
 * Answers with a stored transcript in the format that the caller prefers (contract#transcripts). Refuses
 * `not_found` if there is no line in it, and `not_acceptable`.
 */
export const transcriptReply = (
  stored: string,
  request: Pick<Request, "headers" | "query">,
): Reply<string> => {
  const lines = spokenLines(segmentsIn(stored));
  if (lines.length === 0) throw new Refusal("not_found");
  const hasTimes = lines.some(({ start }) => start !== null);
  // Without times, other formats would say no more than text.
  const formats = hasTimes ? transcriptFormats : (["text", "podcast-json"] as const);
  const type = acceptedType(
    formats.map((format) => transcriptTypes[format]),
    request,
  );
  const format = formats.find((each) => transcriptTypes[each] === type);
  const text = format && writeTranscript(format, lines);
  if (text === undefined) throw new Refusal("not_acceptable");
  return new Reply(text, { headers: { "content-type": `${type}; charset=utf-8` } });
};
