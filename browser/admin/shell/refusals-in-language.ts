import { language } from "../texts/index.ts";

interface Problem {
  readonly code: string;
  readonly message: string;
}

/** The body of a refusal. */
interface RefusalBody {
  readonly code?: string;
  readonly detail?: unknown;
  readonly errors?: Readonly<Record<string, readonly Problem[]>>;
}

type Texts = Readonly<Record<string, string>>;

/** What a refusal says, in these texts. What they lack stays as it is. */
export const refusalIn = <Body extends RefusalBody>(refusals: Texts, problems: Texts, body: Body): Body => {
  const { code = "", detail, errors } = body;
  const text = refusals[code];
  return {
    ...body,
    ...(typeof detail === "string" && { detail: saidIn(text, detail) }),
    ...(errors && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([path, faults]) => [
          path,
          faults.map((fault) => ({ ...fault, message: saidIn(problems[fault.code], fault.message) })),
        ]),
      ),
    }),
  };
};

/** Without a text, the message stays as it is. */
const saidIn = (text: string | undefined, message: string): string => {
  if (text === undefined) return message;
  if (text.endsWith(":")) return `${text} ${message}`;
  const [number, second] = message.match(/\d+/g) ?? [];
  const isOne = number !== undefined && second === undefined;
  return text.replace(/\{(.*)\}/, (_, said: string) => (isOne ? said.replace("#", number) : ""));
};

/** `fetch`; the service's refusals, which are in English, say the same in the browser's language. */
export const fetchInLanguage: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  const isRefusal =
    response.status >= 400 && response.headers.get("content-type")?.startsWith("application/json");
  if (!isRefusal || language !== "de") return response;
  try {
    const { germanOfRefusals, germanOfProblems } = await import("../texts/refusals-de.ts");
    const body = refusalIn(germanOfRefusals, germanOfProblems, await response.clone().json());
    const { status, statusText, headers } = response;
    return new Response(JSON.stringify(body), { status, statusText, headers });
  } catch {
    // The texts cannot be loaded, or it is the answer of something before the service.
    return response;
  }
};
