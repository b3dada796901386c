import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { ForPrograms, shownRequest } from "../shell/for-programs.tsx";
import { addressOf } from "../shell/router.ts";
import { fieldsOfKind, needSchema } from "../shell/schema.ts";
import { caller, messageOf, service } from "../shell/service.ts";
import { State, stateOf } from "../shell/state.tsx";
import { settingsTexts as words } from "./texts.ts";
import { ThingForm } from "./thing-form.tsx";
import { objectsIn, readThings, sections, things } from "./things.ts";

const types = ["site.HomePage", "site.Blog", "site.Podcast"] as const;

type PlaceType = (typeof types)[number];

const kindOf = { "site.HomePage": "home", "site.Blog": "blog", "site.Podcast": "podcast" } as const;

/** The list of pages has no filter by id, and of these there are few. */
const readPlace = async (id: number): Promise<EditablePage | undefined> => {
  for (const type of types)
    for await (const page of service.editablePages({ type })) if (page.id === id) return page;
  return undefined;
};

/** A home page, blog or podcast: where it is, what is below it, and for administrators its details. */
export const Place = ({ id }: { readonly id: number }) => {
  const page = useSignal<EditablePage | null>(null);
  const problem = useSignal("");
  const mayAdministrate = caller.value?.may.administrate;
  useEffect(() => {
    readPlace(id).then(
      (found) => {
        if (found) page.value = found;
        else problem.value = words.place.gone;
      },
      (error) => {
        problem.value = messageOf(error);
      },
    );
    if (mayAdministrate)
      Promise.all([needSchema(), readThings()]).catch((error) => {
        problem.value = messageOf(error);
      });
  }, [id]);
  const { value: shown } = page;
  if (!shown) return <p class={problem.value ? "waiting problem" : "waiting"}>{problem.value}</p>;
  const type = shown.type as PlaceType;
  const object = objectsIn("parents").find((each) => each.id === id);
  const isHome = type === "site.HomePage";
  return (
    <section class="place-page">
      <header class="heading">
        <h1>{shown.title}</h1>
        <State status={stateOf(shown)} />
        <p class="quiet">{words.place.kinds[type]}</p>
      </header>
      <p class="tools">
        {!isHome && (
          <a class="button" href={addressOf(`/pages/new/?parent=${id}`)}>
            {words.place.write}
          </a>
        )}
        <a class="button" href={addressOf(`/pages/?parent=${id}`)}>
          {words.place.pages}
        </a>
        {shown.live && shown.public_url && (
          <a class="button" href={shown.public_url}>
            {words.place.open}
          </a>
        )}
      </p>
      <h2>{words.place.details}</h2>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {!mayAdministrate && <p class="quiet">{words.place.onlyAdministrators}</p>}
      {things.value && object && (
        <ThingForm section={parentsSection} fields={fieldsOfKind(kindOf[type])} value={object} />
      )}
      <ForPrograms steps={stepsFor(shown, object?.path)} />
    </section>
  );
};

const parentsSection = sections.find(({ name }) => name === "parents") as (typeof sections)[number];

const stepsFor = ({ id, type }: EditablePage, path: unknown): readonly (readonly [string, string])[] => {
  const site = location.origin;
  const { read, below, publish, manifest } = words.steps;
  return [
    [read, shownRequest("GET", `${site}/api/cms/pages/${id}/?fields=*`)],
    [below, shownRequest("GET", `${site}/api/cms/pages/?child_of=${id}`)],
    ...(type === "site.HomePage"
      ? []
      : [[publish, `lectern publish *.md --parent ${path ?? id} --url ${site}`] as const]),
    [manifest, `lectern export --output site.yaml --url ${site}\nlectern apply site.yaml --url ${site}`],
  ];
};
