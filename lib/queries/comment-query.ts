import type { QueryDeclaration } from "./query-declaration.ts";

/** What a post's page shows about commenting: a form, perhaps for an answer, or what became of a comment. */
export type CommentView =
  | { readonly kind: "form"; readonly answers: string }
  | { readonly kind: "notice"; readonly notice: "waiting" | "public" };

export interface CommentQuery {
  readonly comment: CommentView | null;
}

/** The query of a post's page for those who comment. Refuses nothing. */
export const commentQuery: QueryDeclaration<CommentQuery> = {
  parameters: {
    comment: {
      description:
        "Of a post: `new` shows the form for a comment, a comment's id the form for an answer to it; " +
        "`waiting` and `public` say what became of a comment.",
    },
  },
  parse: (params) => ({ comment: commentView(params.get("comment") ?? "") }),
};

const commentView = (text: string): CommentView | null => {
  if (text === "waiting" || text === "public") return { kind: "notice", notice: text };
  if (text === "new") return { kind: "form", answers: "" };
  return /^\d{1,16}$/.test(text) ? { kind: "form", answers: text } : null;
};
