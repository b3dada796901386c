import type { SendOptions } from "./guarded-request.ts";
import { sendPost } from "./send-post.ts";

/** Posts a form, and gives the status of the answer, whose body is not read. Throws as `sendPost` does. */
export const postForm = async (
  url: string,
  form: Readonly<Record<string, string>>,
  options: SendOptions,
): Promise<number> => {
  const body = Buffer.from(new URLSearchParams(form).toString());
  const { status } = await sendPost(
    url,
    { "content-type": "application/x-www-form-urlencoded" },
    body,
    options,
  );
  return status;
};
