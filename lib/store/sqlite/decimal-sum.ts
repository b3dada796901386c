import { ImpossibleWrite } from "#lib/store/port/table-store.ts";

const maxDigits = 38;
const largest = 9.99e125;

/**
 * The sum of two numbers as DynamoDB adds them: by their decimal digits, so that 0.1 and 0.2 are 0.3. Throws
 * {@link ImpossibleWrite} if the sum needs more than 38 digits. DynamoDB keeps all of those, this keeps as
 * many as JavaScript's numbers have.
 */
export const decimalSum = (one: number, other: number): number => {
  const plain = one + other;
  if ([one, other, plain].every(Number.isSafeInteger)) return plain;
  const parts = [one, other].map(decimalOf);
  const exponent = Math.min(...parts.map((part) => part.exponent));
  const sum = parts.reduce((all, part) => all + part.digits * 10n ** BigInt(part.exponent - exponent), 0n);
  const digits = String(sum).replace("-", "").replace(/0+$/, "").length;
  if (digits > maxDigits || Math.abs(plain) > largest)
    throw new ImpossibleWrite(`The sum of ${one} and ${other} needs more than ${maxDigits} digits.`);
  return Number(`${sum}e${exponent}`);
};

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const decimalOf = (value: number): Decimal => {
  const [shown = "", power] = value.toExponential().split("e");
  const [, fraction = ""] = shown.split(".");
  return { digits: BigInt(shown.replace(".", "")), exponent: Number(power) - fraction.length };
};
