import { route } from "./route.ts";
import { legacyVideoForm } from "./upload-forms.ts";
import { uploadRoute, videoErrors } from "./upload-route.ts";

/** Apart from the other routes of videos, because its form would be in the bundles of their functions. */
export const uploadLegacyVideo = /* @__PURE__ */ route(() => ({
  ...uploadRoute,
  id: "videos/upload",
  path: "/api/upload_video/",
  summary: "upload a video, and get its id as plain text",
  permission: "add videos to the collection",
  body: legacyVideoForm,
  receives: ["video", "image"],
  answerType: "text/plain",
  errors: videoErrors,
  uses: ["table:write", "uploads:write", "videos:write", "prober"],
  installs: ["sharp"],
}));
