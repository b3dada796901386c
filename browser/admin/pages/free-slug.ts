import { numberedSlug, slugFromTitle } from "#lib/pages/slug.ts";
import { Refusal } from "../../../packages/client/src/index.ts";

/** Titles that so many pages have are written another way by hand. */
const maxNumber = 20;

/**
 * Makes a page with the slug of its title, or with this and `-2`, `-3` … where others have it; with `untitled`
 * if no character of the title can be in a slug.
 */
export const withFreeSlug = async <Made>(
  title: string,
  make: (slug: string | undefined, number: number) => Promise<Made>,
): Promise<Made> => {
  for (let number = 1; ; number++)
    try {
      const wanted = slugFromTitle(title) || "untitled";
      const slug = number === 1 && wanted !== "untitled" ? undefined : numberedSlug(wanted, number);
      return await make(slug, number);
    } catch (error) {
      const isTaken =
        error instanceof Refusal &&
        error.problems.some(({ path, code }) => path === "slug" && code === "duplicate");
      if (!isTaken || number === maxNumber) throw error;
    }
};
