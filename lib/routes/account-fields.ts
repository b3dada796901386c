import { isEmailAddress } from "#lib/email-address.ts";
import { isPlainName } from "#lib/site/site.ts";
import { userFields } from "#lib/site/user.ts";
import { textField } from "./fields.ts";

/** Fields of accounts, as requests say them. */

export const usernameField = () =>
  textField({
    stringsOnly: true,
    maxLength: userFields.username.maxLength,
    grammar: { matches: isPlainName, message: "A username has no control characters." },
  });

/** Empty for no address. */
export const emailField = () =>
  textField({
    stringsOnly: true,
    blank: true,
    maxLength: userFields.email.maxLength,
    grammar: {
      matches: (text) => text === "" || isEmailAddress(text),
      message: "An email address is expected.",
    },
  });
