import { texts } from "../texts/index.ts";
import { wordChanges } from "../words/word-changes.ts";

/** The characters around a change that are shown with it. */
const around = 80;

/** How one text becomes another: what goes is struck out, what comes is marked. */
export const WordDiff = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const changes = wordChanges(from, to);
  return (
    <p class="diff" dir="auto">
      {changes.map(({ kind, words }, index) => {
        if (kind === "removed") return <del key={index}>{words}</del>;
        if (kind === "added") return <ins key={index}>{words}</ins>;
        return <span key={index}>{shortened(words, index > 0, index < changes.length - 1)}</span>;
      })}
      {from === to && <em>{texts.publish.nothing}</em>}
    </p>
  );
};

const shortened = (words: string, isAfter: boolean, isBefore: boolean): string => {
  if (words.length <= 2 * around) return words;
  const [start, end] = [isAfter ? words.slice(0, around) : "", isBefore ? words.slice(-around) : ""];
  return `${start} … ${end}`;
};
