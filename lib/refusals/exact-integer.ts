/** An integer that is written by its digits, which a number could not hold exactly. */
export interface ExactInteger {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /**
     * What `JSON.stringify` writes as it is: text of a JSON number, string, boolean or null (ECMAScript
     * 2026).
     */
    rawJSON(text: string): ExactInteger;
  }
}

/** The integer with these digits, for a refusal's body. */
export const exactInteger = (digits: string): ExactInteger => JSON.rawJSON(digits);
