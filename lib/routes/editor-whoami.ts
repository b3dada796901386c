import { callerAndService } from "./caller-shapes.ts";
import { route } from "./route.ts";

export const whoAmI = /* @__PURE__ */ route(() => ({
  id: "editor/whoami",
  method: "GET",
  path: "/api/editor/whoami/",
  summary: "read who the caller is, and what the service takes and offers",
  auth: "editor",
  envelope: "editor",
  answer: callerAndService,
  uses: ["table:read"],
}));
