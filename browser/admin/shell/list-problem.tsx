import { texts } from "../texts/index.ts";

/** Says that a list could not be read, and reads it again. */
export const ListProblem = ({
  list: { problem, again },
}: {
  readonly list: { readonly problem: { readonly value: string }; readonly again: () => void };
}) =>
  problem.value ? (
    <p role="alert" class="problem">
      {problem.value}{" "}
      <button type="button" onClick={again}>
        {texts.tryAgain}
      </button>
    </p>
  ) : null;
