import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { authenticationClasses, editorScopes, knownScopes, publicImages } from "#lib/settings/access.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { checkedSettings } from "#lib/settings/checked-settings.ts";
import { richTextFeatures, richTextFeaturesOf } from "#lib/settings/editor.ts";
import { addressKey } from "#lib/settings/requests.ts";
import type { Setting } from "#lib/settings/setting.ts";
import { postFilters, searchStemming } from "#lib/settings/site.ts";
import {
  maxFileBytes,
  maxRecordingBytes,
  probeSeconds,
  probeTimeoutMs,
  uploadLimits,
  uploadLockSeconds,
} from "#lib/settings/uploads.ts";
import { requireSettings } from "#local/require-settings.ts";
import { settingFrom } from "#test/support/settings.ts";
import { root } from "#test/support/sources.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("hashes of addresses have a key of their own, which all processes with the same secret derive", () => {
  const keyWith = (proxySecret: string | undefined, signingKey: string | undefined) => {
    vi.stubEnv("PROXY_SECRET", proxySecret);
    vi.stubEnv("FILES_SIGNING_KEY", signingKey);
    return addressKey()?.toString("latin1");
  };
  const [one, other] = ["known to the proxy and to nobody else", "abcd".repeat(16)];
  const keys = [keyWith(one, other), keyWith(undefined, other)];
  expect(new Set([...keys, one, other]).size).toBe(4);
  expect(keyWith(one, undefined)).toBe(keys[0]);
  expect(keyWith(undefined, undefined)).toBeUndefined();
});

const settingsFolder = join(root, "lib/settings");

test("every setting with a default is checked before a service starts", async () => {
  const modules: object[] = await Promise.all(
    readdirSync(settingsFolder)
      .filter((file) => file.endsWith(".ts"))
      .map((file) => import(join(settingsFolder, file))),
  );
  const isSetting = (value: unknown): value is Setting<unknown> =>
    typeof value === "function" && "required" in value;
  const found = modules
    .flatMap((exported) => Object.values(exported))
    .flatMap((value) =>
      typeof value === "object" && value !== null ? [value, ...Object.values(value)] : [value],
    )
    .filter(isSetting);
  expect(found.length).toBeGreaterThan(15);
  expect(new Set(found.map(({ variable }) => variable))).toEqual(
    new Set(checkedSettings.map(({ variable }) => variable)),
  );
});

test.each<[name: string, text: string, sentence: string]>([
  ["SITE_EDITOR_SCOPES", "write", "is not JSON: write"],
  ["SITE_EDITOR_SCOPES", "[]", "is wrong: an object of actions with their scopes is expected."],
  ["SITE_EDITOR_SCOPES", '{"write": 5}', "is wrong at write: a scope or a list of scopes is expected."],
  ...["SITE_EDITOR_SCOPES", "SITE_POST_BODY_BLOCKS", "SITE_WEBPLAYER_PLAYER_THEMES"].map(
    (name): [string, string, string] => [
      name,
      '{"sections": {}, "blocks": {"__proto__": {"type": "char"}}}',
      "is wrong: no member can be called __proto__.",
    ],
  ),
  ["SITE_EDITOR_SCOPES", '{"write": [5]}', "is wrong at write: a scope or a list of scopes is expected."],
  ...['["token", "basic"]', '["token", "token"]', "[]", '"token"'].map((text): [string, string, string] => [
    "SITE_AUTHENTICATION_CLASSES",
    text,
    'is wrong: a list of "session" and "token", each at most once, is expected, not ' +
      `${JSON.stringify(JSON.parse(text))}.`,
  ]),
  ["SITE_AUTHENTICATION_CLASSES", "token", "is not JSON: token"],
  ...['["https://marsh.example"]', '["marsh.example:80"]', '["*"]', '"marsh.example"'].map(
    (text): [string, string, string] => [
      "SITE_ALLOWED_HOSTS",
      text,
      "is wrong: a list of names without scheme and port is expected, such as " +
        `["blog.example.org", "*.example.org"], not ${text}.`,
    ],
  ),
  ["SITE_ALLOWED_HOSTS", "marsh.example", "is not JSON: marsh.example"],
  ["PROXY_SECRET", "short", "is wrong: it has less than 32 characters; take a longer one."],
  [
    "OTHER_PROXY_SECRETS",
    "short",
    "is wrong: texts of at least 32 characters are expected, with blanks between.",
  ],
  ["SITE_EDITOR_MARKDOWN", "no", "is wrong: true or false is expected, not no."],
  ["ADMIN_GLOBAL_EDIT_LOCK", "1", "is wrong: true or false is expected, not 1."],
  ["SITE_PUBLIC_IMAGES_API", " true", "is wrong: true or false is expected, not  true."],
  ["SITE_COMMENTS_ENABLED", "yes", "is wrong: true or false is expected, not yes."],
  ["SITE_RICH_TEXT_FEATURES", '"bold"', "is wrong: a list of rich-text features is expected."],
  ["SITE_RICH_TEXT_FEATURES", '["bold", "blink"]', 'is wrong at 1: there is no rich-text feature "blink".'],
  ["SITE_FILTERSET_FACETS", '"search"', 'is wrong: a list of names is expected, not "search".'],
  ["SITE_FILTERSET_FACETS", '["tags"]', 'is wrong at 0: there is no filter "tags", only search, date,'],
  ["SITE_AUDIO_UPLOAD_MAX_BYTES", "-1", "is wrong: a number of bytes is expected, not -1."],
  ["SITE_VIDEO_UPLOAD_MAX_BYTES", "2 GB", "is wrong: a number of bytes is expected, not 2 GB."],
  ["SITE_UPLOADS_MAX_COUNT", "many", "is wrong: a number of uploads is expected, not many."],
  ["SITE_UPLOADS_MAX_BYTES", "1e9", "is wrong: a number of bytes is expected, not 1e9."],
  ...["ten", "-1", "1e3", "Infinity", "99999999"].map((text): [string, string, string] => [
    "SITE_EDITOR_MEDIA_PROBE_SECONDS",
    text,
    `is wrong: a number of seconds is expected, not ${text}.`,
  ]),
  ["DERIVATIONS_PER_SECOND", "ten", "is wrong: a number of passwords is expected, not ten."],
  ["SITE_EDITOR_MEDIA_UPLOAD_LOCK_SECONDS", "1h", "is wrong: a number of seconds is expected, not 1h."],
  ["SITE_SHARED_CACHE_SECONDS", "1m", "is wrong: a number of seconds is expected, not 1m."],
  ["SITE_SHARED_CACHE_SECONDS", "3601", "is wrong: at most 3600 seconds are possible."],
  [
    "SITE_SEARCH_STEMMING",
    "english",
    'is wrong: there is no language "english", only da, de, en, es, fi, fr, hu, it, nl, no, pt, ro, ru, sv, or none.',
  ],
])("%s=%s is refused in one sentence", (name, text, sentence) => {
  vi.stubEnv(name, text);
  expect(requireSettings).toThrow(`The setting ${name} ${sentence}`);
});

describe("in requests", () => {
  const setWithDefault: readonly (readonly [Setting<unknown>, string])[] = [
    [authenticationClasses, "[]"],
    [publicImages, "yes"],
    [richTextFeatures, '["blink"]'],
    [postFilters, "tags"],
    [maxRecordingBytes.video, "2 GB"],
    [probeSeconds, "ten"],
    [uploadLockSeconds, "1h"],
    [searchStemming, "xx"],
  ];

  test.each(setWithDefault.map(([setting, text]) => ({ name: setting.variable, setting, text })))(
    "a wrong $name counts as the default, and the log says so once",
    ({ name, setting, text }) => {
      const usual = setting();
      const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      vi.stubEnv(name, text);
      expect([setting(), setting()]).toEqual([usual, usual]);
      expect(log.mock.calls).toEqual([[expect.stringContaining(`The setting ${name} is `)]]);
    },
  );

  test("wrong scopes satisfy no action, and the log says so once", () => {
    const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    vi.stubEnv("SITE_EDITOR_SCOPES", '{"write": 5}');
    expect([editorScopes(), editorScopes()]).toEqual([{}, {}]);
    expect(log.mock.calls).toEqual([[expect.stringContaining("The setting SITE_EDITOR_SCOPES is ")]]);
  });

  test("a value is parsed once as long as its variable stays as it is", () => {
    const block = { type: "richtext" };
    vi.stubEnv(
      "SITE_POST_BODY_BLOCKS",
      JSON.stringify({ sections: { detail: ["it"] }, blocks: { it: block } }),
    );
    const first = customBlocks();
    expect(customBlocks()).toBe(first);
    vi.stubEnv("SITE_POST_BODY_BLOCKS", JSON.stringify({ sections: {}, blocks: { it: block } }));
    expect(customBlocks()?.detail.size).toBe(0);
  });
});

test("scopes may be one text or a list, and what is not said of deleting stays", () => {
  expect(settingFrom(editorScopes, { write: "posts:write", publish: ["a", "b"] })).toEqual({
    write: ["posts:write"],
    publish: ["a", "b"],
    delete: ["delete"],
  });
  vi.stubEnv("SITE_EDITOR_SCOPES", '{"write": "posts:write"}');
  expect(knownScopes()).toEqual(["write", "create", "update", "publish", "delete", "admin", "posts:write"]);
});

test("null and nothing count as not set", () => {
  for (const value of [undefined, "", "null"]) expect(settingFrom(richTextFeatures, value)).toBeNull();
});

test("rich-text features replace the default ones, in their order", () => {
  expect(settingFrom(richTextFeatures, ["h2", "bold", "image"])).toEqual(["h2", "bold", "image"]);
  expect(settingFrom(richTextFeatures, [])).toEqual([]);
});

test("rich-text features of the site replace the default ones, and those of the environment both", () => {
  expect(richTextFeaturesOf({ richTextFeatures: null })).toBe(defaultFeatures);
  expect(richTextFeaturesOf({ richTextFeatures: ["h2"] })).toEqual(["h2"]);
  vi.stubEnv("SITE_RICH_TEXT_FEATURES", '["bold"]');
  expect(richTextFeaturesOf({ richTextFeatures: ["h2"] })).toEqual(["bold"]);
});

test("enhanced filters are those that are listed, and all where nothing is set", () => {
  expect([...settingFrom(postFilters, ["o", "date"])]).toEqual(["o", "date"]);
  expect([...settingFrom(postFilters, undefined)]).toEqual([
    ...["search", "date", "date_facets", "category_facets", "tag_facets", "o"],
  ]);
  expect(settingFrom(postFilters, []).size).toBe(0);
});

test("times may have fractions, and the limits of uploads follow the largest file", () => {
  vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "3.1415");
  expect(probeTimeoutMs()).toBe(3_142);
  vi.stubEnv("SITE_AUDIO_UPLOAD_MAX_BYTES", "5000000000");
  expect(maxFileBytes()).toBe(5_000_000_000);
  expect(uploadLimits()).toEqual({ maxCount: 100, maxBytes: 25_000_000_000 });
});
