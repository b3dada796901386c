import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { go, place } from "../shell/router.ts";
import { messageOf, service } from "../shell/service.ts";
import { texts } from "../texts/index.ts";
import { withFreeSlug } from "./free-slug.ts";

interface Parent {
  readonly id: number;
  readonly title: string;
  readonly type: string;
}

/** Blogs and podcasts, and the home pages, below which only pages that are no posts may be. */
const readParents = async (): Promise<readonly Parent[]> => {
  const [parents, homes] = await Promise.all([
    service.request("get", "/api/editor/parents/", { query: { may: true } as never }),
    service.request("get", "/api/editor/pages/", {
      query: { type: "site.HomePage", page: "1", pageSize: 20, may: true } as never,
    }),
  ]);
  return [...parents, ...homes.results.filter(({ may }) => may?.edit)];
};

const isHome = ({ type }: Parent): boolean => type === "site.HomePage";

const pageAt = (type: string): string => (type === "site.HomePage" ? texts.newPage.home : texts.newPage.page);

const postAt = (type: string): string =>
  type === "site.Podcast" ? texts.newPage.episode : texts.newPage.post;

/** Asks what it is to be, for a title and a place, makes the draft, and opens it. */
export const NewPage = () => {
  const everywhere = useSignal<readonly Parent[] | null>(null);
  const kind = useSignal<"post" | "page">(place.value.query.get("kind") === "page" ? "page" : "post");
  const parents = useComputed(
    () => everywhere.value?.filter((each) => kind.value === "page" || !isHome(each)) ?? null,
  );
  const chosen = useSignal(Number(place.value.query.get("parent")) || 0);
  const problem = useSignal("");
  const isBusy = useSignal(false);
  /** The same for all attempts, so that an answer that is lost makes no second draft. */
  const key = useSignal(crypto.randomUUID());
  const reading = useMemo(readParents, []);
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Browsers heed `autofocus` once in a page, and this one is not loaded anew.
    title.current?.focus();
    reading.then(
      (found) => {
        everywhere.value = found;
        chosen.value ||= parents.value?.[0]?.id ?? 0;
      },
      (error) => {
        problem.value = messageOf(error);
      },
    );
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const title = String(new FormData(event.target as HTMLFormElement).get("title"));
    isBusy.value = true;
    // Who types fast is not held back: the places may still be under way.
    const known = await reading.catch(() => []);
    const isPage = kind.value === "page";
    const parent = known.find((each) => each.id === chosen.value && (isPage || !isHome(each)));
    if (!parent) {
      isBusy.value = false;
      return;
    }
    const draft = { title, parent: { id: parent.id }, overview: [], detail: [] };
    try {
      const { id } = await withFreeSlug<{ readonly id: number }>(title, (slug, number) => {
        const named = { ...draft, ...(slug !== undefined && { slug }) };
        const options = { key: `${key.value}-${number}` };
        if (isPage) return service.standalonePages.create(named, options);
        return parent.type === "site.Podcast"
          ? service.episodes.create(named, options)
          : service.posts.create(named, options);
      });
      await go(`/pages/${id}/edit/`, { replaces: true });
    } catch (error) {
      problem.value = messageOf(error);
      key.value = crypto.randomUUID();
    }
    isBusy.value = false;
  };
  return (
    <section class="narrow">
      <h1>{texts.newPage.title}</h1>
      {parents.value?.length === 0 && <p class="waiting">{texts.newPage.nowhere}</p>}
      <form class="stack" onSubmit={submit}>
        <label>
          {texts.newPage.name}
          <input ref={title} name="title" required maxLength={255} />
        </label>
        <fieldset>
          <legend>{texts.newPage.what}</legend>
          {(["post", "page"] as const).map((each) => (
            <label key={each} class="choice">
              <input
                type="radio"
                name="kind"
                checked={each === kind.value}
                onChange={() => {
                  kind.value = each;
                  // Such pages are usually below the home page, where nothing else may be.
                  const usual = parents.value?.find(isHome) ?? parents.value?.[0];
                  chosen.value = usual?.id ?? 0;
                }}
              />
              {texts.newPage.kinds[each]}
            </label>
          ))}
        </fieldset>
        {(parents.value?.length ?? 0) > 1 && (
          <fieldset>
            <legend>{texts.newPage.where}</legend>
            {parents.value?.map(({ id, title, type }) => (
              <label key={id} class="choice">
                <input
                  type="radio"
                  name="parent"
                  checked={id === chosen.value}
                  onChange={() => {
                    chosen.value = id;
                  }}
                />
                {title}
                <small>{kind.value === "page" ? pageAt(type) : postAt(type)}</small>
              </label>
            ))}
          </fieldset>
        )}
        <p role="alert" class="problem">
          {problem.value}
        </p>
        <button type="submit" class="primary" disabled={isBusy.value || parents.value?.length === 0}>
          {texts.newPage.make}
        </button>
      </form>
    </section>
  );
};
