import type { RouteAnswer } from "./call.ts";

/** The fields of a form: texts, files, or several values for one name. */
export type FormFields = Readonly<Record<string, string | File | readonly (string | File)[]>>;

/** The headers and body that send the fields as `multipart/form-data`. */
export const multipart = async (fields: FormFields) => {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value as string);
  const response = new Response(form);
  return {
    headers: { "content-type": response.headers.get("content-type") ?? "" },
    body: new Uint8Array(await response.arrayBuffer()),
  };
};

/** A file for a form, with the type that the sender declares. */
export const formFile = (
  name: string,
  content: Uint8Array | string,
  type = "application/octet-stream",
): File => new File([content as Uint8Array<ArrayBuffer>], name, { type });

/** The problems of a refused request as `path/code`, in order. */
export const problemsIn = ({ body }: RouteAnswer): string[] =>
  Object.entries<{ code: string }[]>(body.errors ?? {}).flatMap(([path, problems]) =>
    problems.map(({ code }) => `${path}/${code}`),
  );
