import type { OpenPage } from "../editor/open-page.ts";
import { tell } from "../shell/notices.tsx";
import { messageOf, service } from "../shell/service.ts";
import type { Act } from "./standing.ts";
import { lockTexts as words } from "./texts.ts";

/** The request of each step; these paths take episodes, too. */
const requests = {
  lock: ["put", "/api/editor/posts/{id}/lock/"],
  unlock: ["delete", "/api/editor/posts/{id}/lock/"],
  unschedule: ["delete", "/api/editor/posts/{id}/schedule/"],
  approve: ["post", "/api/editor/posts/{id}/workflow/approve/"],
  request_changes: ["post", "/api/editor/posts/{id}/workflow/request_changes/"],
  start_workflow: ["post", "/api/editor/posts/{id}/workflow/start/"],
  cancel_workflow: ["post", "/api/editor/posts/{id}/workflow/cancel/"],
} as const;

/** The steps that decide about a text: what the person has typed belongs to it. */
const decisions: readonly Act[] = ["approve", "request_changes", "start_workflow"];

/** Takes a step, and says how it went. True if it was taken. */
export const takeStep = async (page: OpenPage, act: Act): Promise<boolean> => {
  const { keeper } = page;
  const may = page.shown.value.may as { readonly edit?: boolean } | undefined;
  let isTaken = false;
  try {
    if (decisions.includes(act) && may?.edit && keeper.place() !== "saved") {
      const saved = await keeper.save();
      // The keeper says on the screen what has become of the words.
      if ("failure" in saved) return false;
    }
    const [method, path] = requests[act];
    await service.request(method as "post", path as "/api/editor/posts/{id}/workflow/start/", {
      params: { id: page.id },
      ...(decisions.includes(act) && { ifMatch: keeper.base().revisionId }),
    });
    isTaken = true;
    tell(words.done[act]);
  } catch (error) {
    tell(messageOf(error), { isProblem: true });
  }
  // What was refused may be otherwise by now, too.
  await page.refresh().catch(() => {});
  return isTaken;
};
