import type { FormMembers, Hint, Member } from "./described-field.ts";

/** What forms are told of the members of objects that manifests say in their own way. */

const text = (label: string, help: string): Member => ({ type: "text", label, help });

const reference = (to: string, label: string, help: string): Member => ({
  type: "reference",
  reference: to,
  label,
  help,
});

const listOf = (items: Hint, label: string, help: string): Member => ({ type: "list", items, label, help });

const restrictionChoices = [
  ["login", "everybody who is signed in"],
  ["groups", "members of these groups"],
  ["password", "everybody who knows the password"],
] as const;

export const restrictionMembers: FormMembers = {
  page: reference("page", "Page", "It is for this page and what is below it."),
  type: { type: "choice", choices: restrictionChoices, label: "Who", help: "Who may see it." },
  groups: listOf({ type: "reference", reference: "group" }, "Groups", "Members of any of these may see it."),
  password: text("Password", "What visitors have to know."),
};

export const collectionMembers: FormMembers = {
  path: text("Path", "The collection with those above it, such as Root/Shows."),
  restriction: {
    ...{ type: "object", members: restrictionMembers },
    ...{ label: "Restriction", help: "Who may see its media; left out, everybody." },
  },
};

export const webhookSecret: FormMembers = {
  secret: text("Secret", "What calls are signed with; it is never shown."),
};

export const trustMembers: FormMembers = {
  issuer: text("Issuer", "The service whose tokens are exchanged, as they name it in iss."),
  audience: text("Audience", "What its tokens have in aud."),
  claims: { type: "object", label: "Claims", help: "What its tokens have to say beside this, by name." },
  jwks: { type: "object", label: "Keys", help: "Its public keys; left out, the service asks for them." },
  user: reference("user", "User", "Whose tokens they are exchanged for."),
  scopes: listOf({ type: "text" }, "Scopes", "What these tokens may do; left out, write."),
  parents: listOf(
    { type: "reference", reference: "page" },
    "Pages",
    "These tokens change only these and what is below them.",
  ),
  collections: listOf(
    { type: "reference", reference: "collection" },
    "Collections",
    "These tokens use only media of these and of those below them.",
  ),
};

/** What pages below which there are others say beside their content. */
export const parentPageMembers: FormMembers = {
  live: { type: "boolean", label: "Public", help: "Whether readers may see it." },
  show_in_menus: { type: "boolean", label: "In menus", help: "Whether menus have it." },
  comments_enabled: { type: "boolean", label: "Comments", help: "Whether readers may comment." },
};

export const parentMembers: FormMembers = {
  path: reference("page", "Path", "Where it is, such as /home/notes."),
  type: {
    type: "choice",
    choices: [
      ["site.HomePage", "a home page"],
      ["site.Blog", "a blog"],
      ["site.Podcast", "a podcast"],
    ],
    ...{ label: "Kind", help: "What it is." },
  },
};
