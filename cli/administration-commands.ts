import type { Command } from "./command.ts";

const where = "[--url URL] [--token SECRET] [--profile NAME] [--data DIR | --stage NAME]";

/** The commands of administrators, which ask a service, or open the store of a data directory or a stage. */
export const administrationCommands: readonly Command[] = [
  {
    words: "apply",
    usage: `FILE [--json] [--dry-run] [--prune | --prune=all] ${where}`,
    summary:
      "make a site match a manifest; --prune deletes what earlier manifests made and this one leaves out, --prune=all everything it leaves out",
    load: async () => (await import("./apply.ts")).apply,
  },
  {
    words: "export",
    usage: `[--output FILE] | --all --to FOLDER [--without-ids] [--json] ${where}`,
    summary: "print a site as a manifest; --all writes its posts as Markdown, with their media",
    load: async () => (await import("./export.ts")).exportSite,
  },
  {
    words: "status",
    usage: `[--json] ${where}`,
    summary:
      "print the state of a site, and the work that waits for its jobs; exits with 1 if some has waited for too long",
    load: async () => (await import("./status.ts")).status,
  },
  {
    words: "stats",
    usage: `[--days N] [--page PATH] [--logs FILE…] [--json] ${where}`,
    summary:
      "print how often episodes were downloaded, by app too, and pages viewed, and how many read feeds; --logs counts in log files of CloudFront",
    load: async () => (await import("./stats.ts")).stats,
  },
  {
    words: "site get",
    usage: `[SECTION [NAME]] [--json] ${where}`,
    summary:
      "print what administrators set of a site: settings, navigation, categories, authors, collections, groups, workflows, parents …",
    load: async () => (await import("./site.ts")).siteGet,
  },
  {
    words: "site set",
    usage: `SECTION [NAME] MEMBER=VALUE… | --from FILE  [--dry-run] ${where}`,
    summary: "make an object of a section, or change members of it, and nothing else; values are YAML",
    load: async () => (await import("./site.ts")).siteSet,
  },
  {
    words: "site remove",
    usage: `SECTION NAME… [--dry-run] ${where}`,
    summary: "remove objects of a section that nothing uses",
    load: async () => (await import("./site.ts")).siteRemove,
  },
  {
    words: "page unpublish",
    usage: `PATH ${where}`,
    summary: "take a page off the site; its latest revision stays as a draft",
    load: async () => (await import("./page.ts")).pageUnpublish,
  },
  {
    words: "page delete",
    usage: `PATH [--purge] ${where}`,
    summary: "move a post to the bin; --purge deletes any page, and all below it, for good",
    load: async () => (await import("./page.ts")).pageDelete,
  },
  {
    words: "page bin",
    usage: `[--json] ${where}`,
    summary: "list the posts in the bin, with their ids",
    load: async () => (await import("./bin.ts")).pageBin,
  },
  {
    words: "page restore",
    usage: `ID ${where}`,
    summary: "take a post out of the bin, as a draft",
    load: async () => (await import("./bin.ts")).pageRestore,
  },
  {
    words: "page purge",
    usage: `ID ${where}`,
    summary: "delete a post in the bin for good",
    load: async () => (await import("./bin.ts")).pagePurge,
  },
  {
    words: "page lock",
    usage: `PATH [--owner USERNAME] ${where}`,
    summary: "lock a page for everybody, or for everybody but its owner",
    load: async () => (await import("./page.ts")).pageLock,
  },
  {
    words: "page unlock",
    usage: `PATH ${where}`,
    summary: "remove the edit lock of a page",
    load: async () => (await import("./page.ts")).pageUnlock,
  },
  {
    words: "page schedule",
    usage: `PATH TIME ${where}`,
    summary: "approve the latest revision of a page for publication at a time",
    load: async () => (await import("./page.ts")).pageSchedule,
  },
  {
    words: "page unschedule",
    usage: `PATH ${where}`,
    summary: "withdraw the approval of a page",
    load: async () => (await import("./page.ts")).pageUnschedule,
  },
  {
    words: "page preview",
    usage: `PATH [--days N] [--revision ID] [--json] ${where}`,
    summary: "make a link that shows the draft of a post to people without an account",
    load: async () => (await import("./preview-link.ts")).pagePreview,
  },
  {
    words: "page previews",
    usage: `PATH [--revoke ID] [--json] ${where}`,
    summary: "list the preview links of a post, or revoke one",
    load: async () => (await import("./preview-link.ts")).pagePreviews,
  },
  {
    words: "workflow start",
    usage: `PATH ${where}`,
    summary: "start the workflow that a page is assigned to, or resume it",
    load: async () => (await import("./workflow.ts")).workflowStart,
  },
  {
    words: "workflow approve",
    usage: `PATH ${where}`,
    summary: "approve the current task; the last approval ends the workflow",
    load: async () => (await import("./workflow.ts")).workflowApprove,
  },
  {
    words: "workflow request-changes",
    usage: `PATH ${where}`,
    summary: "hand a page back to its authors",
    load: async () => (await import("./workflow.ts")).workflowRequestChanges,
  },
  {
    words: "workflow cancel",
    usage: `PATH ${where}`,
    summary: "end the workflow of a page",
    load: async () => (await import("./workflow.ts")).workflowCancel,
  },
  {
    words: "comment list",
    usage: `[--state pending] [--limit 100] [--json] ${where}`,
    summary: "list the comments that wait for a decision, or those that are public, refused or removed",
    load: async () => (await import("./comment.ts")).commentList,
  },
  {
    words: "comment approve",
    usage: `ID ${where}`,
    summary: "make a comment public",
    load: async () => (await import("./comment.ts")).commentApprove,
  },
  {
    words: "comment refuse",
    usage: `ID ${where}`,
    summary: "refuse a comment as spam",
    load: async () => (await import("./comment.ts")).commentRefuse,
  },
  {
    words: "comment remove",
    usage: `ID ${where}`,
    summary: "take a comment down",
    load: async () => (await import("./comment.ts")).commentRemove,
  },
  {
    words: "user create",
    usage: `USERNAME [--email ADDRESS] [--groups A,B] [--staff] [--superuser] [--no-password] ${where}`,
    summary: "create a user; the password is read from standard input",
    load: async () => (await import("./user.ts")).userCreate,
  },
  {
    words: "user list",
    usage: `[--json] ${where}`,
    summary: "list the users",
    load: async () => (await import("./user.ts")).userList,
  },
  {
    words: "user set-password",
    usage: `USERNAME ${where}`,
    summary: "set a password, which is read from standard input",
    load: async () => (await import("./user.ts")).userSetPassword,
  },
  {
    words: "user deactivate",
    usage: `USERNAME ${where}`,
    summary: "end a user's access, sessions and tokens",
    load: async () => (await import("./user.ts")).userDeactivate,
  },
  {
    words: "token create",
    usage:
      "USERNAME --name NAME [--scopes write,publish] [--expires INSTANT] [--parents /home/notes] " +
      `[--collections Root/Shows] [--json] ${where}`,
    summary: "issue a bearer token; its secret is shown once",
    load: async () => (await import("./token.ts")).tokenCreate,
  },
  {
    words: "token list",
    usage: `[--json] ${where}`,
    summary: "list the tokens, without their secrets",
    load: async () => (await import("./token.ts")).tokenList,
  },
  {
    words: "token revoke",
    usage: `NAME ${where}`,
    summary: "make a token invalid at once",
    load: async () => (await import("./token.ts")).tokenRevoke,
  },
  {
    words: "webhook list",
    usage: `[--json] ${where}`,
    summary: "list the webhooks",
    load: async () => (await import("./webhook.ts")).webhookList,
  },
  {
    words: "webhook test",
    usage: `NAME ${where}`,
    summary: "queue a call that says only that it is a test",
    load: async () => (await import("./webhook.ts")).webhookTest,
  },
  {
    words: "webhook deliveries",
    usage: `NAME [--limit 100] [--json] ${where}`,
    summary: "list the calls that wait, and the newest that were made",
    load: async () => (await import("./webhook.ts")).webhookDeliveries,
  },
  {
    words: "webhook replay",
    usage: `NAME ID ${where}`,
    summary: "queue a call once more",
    load: async () => (await import("./webhook.ts")).webhookReplay,
  },
];
