import { besideLog, type ReadOf } from "#lib/catalog/current/beside-log.ts";
import type { Reply } from "#lib/http/reply.ts";
import { type Answering, knownAnswer, type PublicCall, publicAnswer } from "./public-answer.ts";

/** Shows the result of a read, once that is known to be current. */
type Shown<Answer> = () => Promise<Answer> | Answer;

interface ContentAnswering extends Answering {
  /** False where nothing has to be asked of the store: what is found early would only be found twice. */
  readonly reads?: boolean;
  /** False for answers that are different each time. */
  readonly isKept?: boolean;
}

/**
 * The public answer (`publicAnswer`) to a request for what the catalog only names. `read` finds and reads it,
 * beside the question to the change log if the answer is not known (`besideLog`), and gives what shows it.
 */
export const contentAnswer = <Answer>(
  call: PublicCall,
  read: ReadOf<Shown<Answer | Reply<Answer | string>>>,
  { reads = true, isKept = true, ...answering }: ContentAnswering = {},
) =>
  besideLog(
    read,
    ({ state }, shown) =>
      // An object of its own keys no other answer.
      publicAnswer(call, isKept ? state : {}, async () => (await shown())(), answering),
    ({ state }) => reads && !knownAnswer(call, state),
  );
