import { useEffect } from "preact/hooks";
import { Field } from "../forms/field.tsx";
import { needSchema } from "../shell/schema.ts";
import { texts } from "../texts/index.ts";
import { fieldsOfType } from "./field-labels.ts";
import type { OpenPage } from "./open-page.ts";

/** What has a place of its own, or is no matter of people. */
const elsewhere = new Set([
  ...["title", "overview", "detail", "overview_markdown", "detail_markdown"],
  ...["parent", "source", "guid"],
]);

/** All other fields of a page, drawn from their description. */
export const Details = ({ page }: { readonly page: OpenPage }) => {
  useEffect(() => {
    needSchema().catch(() => {});
  }, []);
  const problems = new Map(
    page.problem.value?.problems.map(({ path, message }) => [path.split(".")[0], message]),
  );
  return (
    <form class="details" aria-label={texts.editor.details} onSubmit={(event) => event.preventDefault()}>
      <h2>{texts.editor.details}</h2>
      {fieldsOfType(page.type)
        .filter(({ name }) => !elsewhere.has(name))
        .map((field) => (
          <Field
            key={field.name}
            field={field}
            value={page.fields.value[field.name]}
            change={(value) => page.change({ [field.name]: value })}
            problem={problems.get(field.name)}
          />
        ))}
    </form>
  );
};
