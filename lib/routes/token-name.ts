import { maxTokenNameLength } from "#lib/site/credential.ts";
import { isPlainName } from "#lib/site/site.ts";
import { textField } from "./fields.ts";

/** The name of a new token. */
export const tokenName = textField({
  maxLength: maxTokenNameLength,
  grammar: { matches: isPlainName, message: "The name of a token has no control characters." },
});
