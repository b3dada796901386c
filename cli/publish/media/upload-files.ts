import { type Client, ServiceRefusal } from "#cli/publish/client.ts";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { filesNamedBy } from "#cli/publish/judge.ts";
import type { PlannedPost } from "#cli/publish/plan.ts";
import { withoutPoster } from "#cli/upload/without-poster.ts";
import { Refusal } from "#client/refusal.ts";
import type { FileBeside } from "./file-beside.ts";
import type { Library } from "./library.ts";
import { sayOfMedia } from "./said-of-media.ts";

interface MediaDestination {
  readonly client: Client;
  readonly library: Library;
}

/**
 * Uploads the files of a post that the service does not have, and makes the changes of media that the post
 * asks for. Gives what of that the service does not take or make. Throws a `ServiceRefusal` that names the
 * place of a file.
 */
export const uploadFilesOf = async (
  planned: PlannedPost,
  { client, library }: MediaDestination,
): Promise<readonly LineProblem[]> => {
  const { said, source } = planned;
  const told: LineProblem[] = [];
  const alts = new Map(said.alts.map(({ file, alt }) => [file.sha256, alt]));
  for (const [index, file] of filesNamedBy(planned).entries()) {
    try {
      const isNew = library.find(file)?.[0] === undefined;
      const { lacksPoster } = await library.store(file, alts.get(file.sha256));
      if (isNew && lacksPoster)
        told.push({ line: source.bodyLine, message: `${file.source.file}: ${withoutPoster}` });
    } catch (error) {
      throw error instanceof ServiceRefusal ? refusalOf(error, file, `media.${index}`) : error;
    }
  }
  return [...told, ...(await sayOfMedia(said, library, client))];
};

/** The refusal, at the place where the post names the file. */
const refusalOf = (
  { status, code, message, problems }: ServiceRefusal,
  { source: { file } }: FileBeside,
  path: string,
): ServiceRefusal => {
  const said = problems.length > 0 ? problems.map((problem) => problem.message) : [message];
  const errors = { [path]: said.map((text) => ({ code, message: `${file}: ${text}` })) };
  return new ServiceRefusal(new Refusal(status, { code, detail: message, errors }));
};
