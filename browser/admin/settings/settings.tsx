import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { JsonObject } from "#lib/json.ts";
import { Refusal } from "../../../packages/client/src/index.ts";
import type { FieldDescription } from "../forms/field-description.ts";
import { tell } from "../shell/notices.tsx";
import { addressOf } from "../shell/router.ts";
import { fieldsOfKind, needSchema } from "../shell/schema.ts";
import { caller, messageOf } from "../shell/service.ts";
import { texts } from "../texts/index.ts";
import { settingsTexts as words } from "./texts.ts";
import { ThingForm } from "./thing-form.tsx";
import { changeThings, objectsIn, readThings, type Section, sections, things } from "./things.ts";

/** What administrators set of the site, a part at a time. */
export const Settings = ({ name }: { readonly name: string }) => {
  const problem = useSignal("");
  const section = sections.find((each) => each.name === name);
  const mayAdministrate = caller.value?.may.administrate;
  useEffect(() => {
    if (!mayAdministrate) return;
    Promise.all([needSchema(), readThings()]).catch((error) => {
      problem.value = messageOf(error);
    });
  }, []);
  if (!mayAdministrate) return <p class="waiting">{words.notAllowed}</p>;
  if (!section) return <p class="waiting">{texts.notFound}</p>;
  return (
    <section class="settings">
      <h1>{words.title}</h1>
      <p class="quiet">{words.intro}</p>
      <div class="with-parts">
        <nav aria-label={words.sectionsLabel}>
          {sections.map((each) => (
            <a
              key={each.name}
              href={addressOf(`/settings/${each.name}/`)}
              aria-current={each.name === name ? "page" : undefined}
            >
              {words.sections[each.name]}
            </a>
          ))}
        </nav>
        <div>
          {problem.value && (
            <p class="problem" role="alert">
              {problem.value}
            </p>
          )}
          {things.value && <SectionForms key={name} section={section} />}
        </div>
      </div>
    </section>
  );
};

const SectionForms = ({ section }: { readonly section: Section }) => {
  const { name, identity } = section;
  /** The form for another one begins anew once it has made one, and not when the list is read again. */
  const made = useSignal(0);
  const title = words.sections[name] ?? name;
  const fields = fieldsOfKind(name);
  if (name === "settings")
    return (
      <>
        <h2>{title}</h2>
        <ThingForm section={section} fields={fields} value={things.value?.settings as JsonObject} />
      </>
    );
  if (!identity) {
    const list: FieldDescription = { name, type: "list", label: title, items: { type: "object", fields } };
    const value = { [name]: objectsIn(name) as never };
    return (
      <>
        <h2>{title}</h2>
        <ThingForm section={section} fields={[list]} value={value} />
      </>
    );
  }
  const objects = objectsIn(name);
  return (
    <>
      <h2>{title}</h2>
      {objects.length === 0 && <p class="quiet">{words.none}</p>}
      {objects.map((object) => (
        <Thing key={String(object[identity])} section={section} fields={fields} object={object} />
      ))}
      <details class="card" key={made.value}>
        <summary>{words.new}</summary>
        <ThingForm
          section={section}
          fields={fields}
          saved={() => {
            made.value++;
          }}
        />
      </details>
    </>
  );
};

const Thing = ({
  section,
  fields,
  object,
}: {
  readonly section: Section;
  readonly fields: readonly FieldDescription[];
  readonly object: JsonObject;
}) => {
  const isBusy = useSignal(false);
  const problem = useSignal("");
  const { name, identity = "" } = section;
  const label = String(object.title ?? object.name ?? object[identity]);
  const remove = async () => {
    if (!confirm(words.confirmRemove(label))) return;
    isBusy.value = true;
    try {
      await changeThings({ remove: { [name]: [object[identity]] } } as never);
      tell(words.removed(label));
    } catch (error) {
      problem.value = usesIn(error) ?? messageOf(error);
    }
    isBusy.value = false;
  };
  return (
    <details class="card">
      <summary>
        {label}{" "}
        <small class="quiet">{String(object[identity]) === label ? "" : String(object[identity])}</small>
      </summary>
      {object.managed_by === "manifest" && <p class="help">{words.inManifest}</p>}
      <ThingForm section={section} fields={fields} value={object} />
      <button type="button" class="plain danger" disabled={isBusy.value} onClick={remove}>
        {words.remove(label)}
      </button>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </details>
  );
};

/** What uses an object that cannot be removed therefore. */
const usesIn = (error: unknown): string | undefined => {
  if (!(error instanceof Refusal) || error.code !== "in_use") return undefined;
  const { pages = [], keys = [] } = error.body as {
    readonly pages?: readonly number[];
    readonly keys?: readonly string[];
  };
  return words.inUse(pages.length, keys);
};
