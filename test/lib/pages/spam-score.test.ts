// Proves contract rules: comment-score.

import { describe, expect, test } from "vitest";
import { spamModel, spamScore, suspiciousFrom } from "#lib/pages/spam-score.ts";
import { commentCorpus } from "./comment-corpus.ts";

describe("on the half of a generated corpus that it has not learned from, the score", () => {
  const corpus = commentCorpus(2_000, 17);
  const model = spamModel(corpus.slice(0, 1_000));
  const held = corpus.slice(1_000).map(([label, message]) => ({ label, score: spamScore(model, message)! }));
  const share = (label: "ham" | "spam") => {
    const scores = held.filter((each) => each.label === label);
    return scores.filter(({ score }) => score >= suspiciousFrom).length / scores.length;
  };

  test("holds back at least 95 % of spam, and at most 5 % of what people write", () => {
    expect(share("spam")).toBeGreaterThanOrEqual(0.95);
    expect(share("ham")).toBeLessThanOrEqual(0.05);
  });

  test("is between 0 and 1", () => {
    expect(held.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
  });
});

test("nobody can say anything with fewer than twenty examples of either kind", () => {
  const examples = commentCorpus(400, 3);
  const only = (label: string, count: number) => examples.filter((each) => each[0] === label).slice(0, count);
  expect(spamScore(spamModel([...only("ham", 20), ...only("spam", 19)]), "pills")).toBeNull();
  expect(spamScore(spamModel([...only("ham", 19), ...only("spam", 20)]), "pills")).toBeNull();
  expect(spamScore(spamModel([...only("ham", 20), ...only("spam", 20)]), "pills")).not.toBeNull();
});

test("a message of unknown words, and names of what every object has, count as any message", () => {
  const model = spamModel(commentCorpus(200, 5));
  const unknown = spamScore(model, "xylophone");
  expect(spamScore(model, "constructor __proto__ toString")).toBe(unknown);
});
