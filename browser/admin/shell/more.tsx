import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts/index.ts";
import { ListProblem } from "./list-problem.tsx";

interface MoreProps {
  readonly list: {
    readonly count: { readonly value: number | null };
    readonly isReading: { readonly value: boolean };
    readonly problem: { readonly value: string };
    readonly isAll: { readonly value: boolean };
    readonly more: () => Promise<void>;
  };
}

/** The end of a list that is not all there: reads on when it comes into view, or at the press of a key. */
export const More = ({ list }: MoreProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const { isReading, problem } = list;
  const isAll = list.isAll.value;
  useEffect(() => {
    if (!button.current || isReading.value || problem.value) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void list.more();
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [list, isReading.value, problem.value, isAll]);
  if (problem.value) return <ListProblem list={{ problem, again: () => void list.more() }} />;
  if (isAll) return null;
  // Nothing is there yet: whoever has opened the section has begun to read it.
  if (list.count.value === null) return <p class="waiting">{texts.editor.loading}</p>;
  return (
    <button
      ref={button}
      type="button"
      class="more"
      disabled={isReading.value}
      onClick={() => void list.more()}
    >
      {isReading.value ? texts.editor.loading : texts.more}
    </button>
  );
};
