import { isEmailAddress } from "#lib/email-address.ts";
import { isCalendarDay, parseInstant } from "#lib/instant.ts";
import type { ProblemCode } from "#lib/refusals/problem.ts";
import type { ChoiceLeaf, NumberLeaf, PlainLeaf, SimpleLeaf, TextLeaf } from "./custom-block.ts";

export type LeafValue =
  | { readonly value: unknown }
  | { readonly code: ProblemCode; readonly message: string };

/**
 * The stored value of a leaf in stored or author form; blank values give the default: `""` for text, false,
 * or null. Refuses `required`, `invalid_choice` or `invalid` (contract#custom-blocks).
 */
export const leafValue = (leaf: SimpleLeaf, value: unknown): LeafValue => {
  if (isBlank(value)) return leaf.required ? missing : { value: emptyValue(leaf) };
  switch (leaf.type) {
    case "char":
    case "text":
    case "url":
    case "email":
      return textValue(leaf, value);
    case "integer":
    case "decimal":
      return numberValue(leaf, value);
    case "choice":
      return choiceValue(leaf, value);
    default:
      return plainValue(leaf, value);
  }
};

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const emptyValue = ({ type }: SimpleLeaf): unknown => {
  if (type === "boolean") return false;
  return ["char", "text", "url", "email", "choice"].includes(type) ? "" : null;
};

const invalid = (message: string): LeafValue => ({ code: "invalid", message });

const missing: LeafValue = { code: "required", message: "A value is required." };

const textValue = ({ type, minLength, maxLength }: TextLeaf, value: unknown): LeafValue => {
  if (typeof value !== "string" || !value.isWellFormed() || value.includes("\0"))
    return invalid("A text is expected.");
  const trimmed = value.trim();
  const length = [...trimmed].length;
  if (length > maxLength) return invalid(`At most ${maxLength} characters are allowed.`);
  if (length < minLength) return invalid(`At least ${minLength} characters are expected.`);
  if (type === "url" && !isWebAddress(trimmed)) return invalid("An absolute web address is expected.");
  if (type === "email" && !isEmailAddress(trimmed)) return invalid("An email address is expected.");
  return { value: trimmed };
};

const isWebAddress = (text: string): boolean => /^(https?|ftps?):\/\/\S+$/i.test(text) && URL.canParse(text);

const numberValue = ({ type, minValue, maxValue }: NumberLeaf, value: unknown): LeafValue => {
  const number = type === "integer" ? integerOf(value) : decimalOf(value);
  if (number === undefined) return invalid(`${type === "integer" ? "An integer" : "A number"} is expected.`);
  if (Number(number) < minValue) return invalid(`The number must be at least ${minValue}.`);
  if (Number(number) > maxValue) return invalid(`The number must be at most ${maxValue}.`);
  return { value: number };
};

// JSON has no minus zero.
const integerOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) + 0 : undefined;

const decimalOf = (value: unknown): string | undefined => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? text : undefined;
};

const choiceValue = ({ choices }: ChoiceLeaf, value: unknown): LeafValue =>
  choices.includes(value as string)
    ? { value }
    : { code: "invalid_choice", message: "The value is none of the choices." };

const plainValue = ({ type }: PlainLeaf, value: unknown): LeafValue => {
  if (type === "boolean") return typeof value === "boolean" ? { value } : invalid("Expected true or false.");
  if (type === "date") return isDay(value) ? { value } : invalid("A date is expected, such as 2026-01-02.");
  if (type === "datetime") {
    const instant = instantOf(value);
    return instant
      ? { value: instant }
      : invalid("A date and time are expected, such as 2026-01-02T03:04:05Z.");
  }
  return Number.isSafeInteger(value) && (value as number) >= 1
    ? { value }
    : invalid(`The id of the ${type} is expected, a positive integer.`);
};

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value);

/**
 * Matches instants in fewer forms than the API's own: the time of day is required, and offsets have
 * minutes.
 */
const instantForm = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/i;

const instantOf = (value: unknown): string | undefined =>
  typeof value === "string" && instantForm.test(value) ? parseInstant(value) : undefined;
