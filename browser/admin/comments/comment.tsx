import type { TargetedKeyboardEvent } from "preact";
import { addressOf } from "../shell/router.ts";
import { ago, moment } from "../shell/times.ts";
import { type CommentState, type Decision, decisionsOn } from "./decisions.ts";
import type { Comment } from "./read-comments.ts";
import { commentTexts as words } from "./texts.ts";

interface ShownCommentProps {
  readonly comment: Comment;
  /** Its place in the list, and the length of the list. */
  readonly place: readonly [number, number];
  readonly page: { readonly title: string; readonly address: string | null } | undefined;
  readonly isStateShown: boolean;
  /** The address of the comments on its page alone. */
  readonly onlyHere: string | undefined;
  readonly isSelected: boolean;
  readonly select: () => void;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly decide: (decision: Decision) => void;
  readonly pressed: (event: TargetedKeyboardEvent<HTMLElement>) => void;
}

/** Beyond so many characters, only the beginning is shown at first. */
const shownCharacters = 600;

/** What a stranger has written, as text and nothing else, and what can be done with it. */
export const ShownComment = (props: ShownCommentProps) => {
  const { comment, page, place, problem } = props;
  const { id, text, created_at: at } = comment;
  const name = words.by(comment.author_name);
  const state = comment.state as CommentState;
  return (
    <article
      class="comment"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: articles of a feed take the focus (WAI-ARIA, "feed").
      tabIndex={0}
      aria-labelledby={`comment-${id}`}
      aria-posinset={place[0]}
      aria-setsize={place[1]}
      onKeyDown={props.pressed}
    >
      <header>
        <input
          type="checkbox"
          aria-label={words.select(name, moment(at))}
          checked={props.isSelected}
          onChange={props.select}
        />
        <p id={`comment-${id}`}>
          <strong dir="auto">{name}</strong>{" "}
          <span class="quiet">
            {words.on}{" "}
            <a href={page?.address ?? addressOf(`/pages/${comment.page}/edit/`)}>
              {page?.title ?? words.page(comment.page)}
            </a>
          </span>{" "}
          <time class="quiet" dateTime={at} title={moment(at)}>
            {ago(at)}
          </time>
        </p>
        {props.isStateShown && <span class={`state ${state}`}>{words.inState[state]}</span>}
      </header>
      {text.length > shownCharacters ? (
        <details class="text">
          <summary dir="auto">
            {text.slice(0, shownCharacters)} … <span class="link">{words.all}</span>
          </summary>
          <p dir="auto">{text}</p>
        </details>
      ) : (
        <p class="text" dir="auto">
          {text}
        </p>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <footer>
        {decisionsOn(state).map((decision) => (
          <button
            key={decision}
            type="button"
            disabled={props.isBusy}
            class={decision === "approve" ? "primary" : ""}
            onClick={() => props.decide(decision)}
          >
            {words.acts[decision]}
          </button>
        ))}
        {props.onlyHere && <a href={props.onlyHere}>{words.onlyHere}</a>}
        {comment.parent !== null && <small>{words.answer}</small>}
        {comment.score !== null && <small>{words.score(comment.score.toFixed(2))}</small>}
      </footer>
    </article>
  );
};
