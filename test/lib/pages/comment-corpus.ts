import type { TrainingExample } from "#lib/pages/spam-score.ts";

const shared =
  "the a of to and this that is was very here your you my for on with it not have good great".split(" ");
const ham =
  "heron otter marsh reed ice dawn frog nest wing photo walk yesterday saw question thanks lovely cold river".split(
    " ",
  );
const spam =
  "casino pills loan cheap bonus crypto profit discount click offer winner deal rank traffic bitcoin free buy".split(
    " ",
  );

/** Numbers from 0 to 1, always the same for a seed. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/**
 * Messages as the training data has them. Both kinds share most words, a tenth of the telling ones are the
 * other kind's, people name pages too, and one spam comment in ten is praise with an address.
 */
export const commentCorpus = (count: number, seed: number): TrainingExample[] => {
  const next = numbersFrom(seed);
  const one = (words: readonly string[]): string => words[Math.floor(next() * words.length)]!;
  return Array.from({ length: count }, (_, index): TrainingExample => {
    const isSpam = next() < 0.4;
    const [own, other] = isSpam ? [spam, ham] : [ham, spam];
    const isPraise = isSpam && next() < 0.1;
    const words = Array.from({ length: 6 + Math.floor(next() * 30) }, () => {
      if (isPraise || next() < 0.6) return one(shared);
      return next() < 0.9 ? one(own) : one(other);
    });
    const linked =
      next() < (isSpam ? 0.8 : 0.1) ? ` https://${one(own)}${Math.floor(next() * 40)}.example/` : "";
    const name = isSpam && next() < 0.5 ? one(spam) : one(["Bo", "Ann", "Cy", "Di", "Eve"]);
    return [isSpam ? "spam" : "ham", `${name} ${name}${index}@example.org  ${words.join(" ")}${linked}`];
  });
};
