import { describe, expect, test } from "vitest";
import { routes } from "#lib/routes/table.ts";
import { functionOf, holdersOf, idsOfFunctions, permissionsIn, statementsOf } from "./resources.ts";

describe("the bucket", () => {
  const uploading = ["editor/media/upload-image", "editor/media/upload-audio", "editor/media/upload-video"];
  const applying = "administration/manifest/apply";
  const completing = "jobs/complete-media";
  const takingUploads = [
    applying,
    ...uploading,
    "videos/upload",
    ...["create", "presign", "complete", "delete"].map((verb) => `editor/uploads/${verb}`),
    completing,
  ];
  const seeingUploads = [...takingUploads, "editor/uploads/list", "editor/uploads/read"];
  const feeds = "jobs/renew-feeds";
  const showingTranscripts = ["audios/webplayer", "audios/webplayer-for-post", "site/pages/read"];
  const servingFiles = [
    ...showingTranscripts,
    ...[applying, "editor/media/read-transcript", feeds, completing],
  ];
  const removingFiles = [
    applying,
    "audios/delete",
    "editor/media/delete-audio",
    "editor/media/delete-image",
    "editor/media/delete-transcript",
    "editor/media/delete-video",
    "videos/delete",
    "jobs/remove-leftover-files",
  ];
  const [snapshots, prober] = ["jobs/snapshot-catalog", "jobs/probe-media"];

  test.each<[string, string, readonly string[]]>([
    ["s3:GetObject", "/images/*", servingFiles],
    ["s3:PutObject", "/images/*", [applying, "editor/media/upload-image", completing]],
    ["s3:DeleteObject", "/images/*", ["editor/media/upload-image", completing, ...removingFiles]],
    ["s3:GetObject", "/audios/*", [...servingFiles, prober]],
    ["s3:PutObject", "/audios/*", [applying, "editor/media/put-transcript", "editor/media/upload-audio"]],
    [
      "s3:DeleteObject",
      "/audios/*",
      ["editor/media/put-transcript", "editor/media/upload-audio", ...removingFiles],
    ],
    ["s3:GetObject", "/videos/*", [...servingFiles, prober]],
    ["s3:PutObject", "/videos/*", [applying, "editor/media/upload-video", "videos/upload", completing]],
    [
      "s3:DeleteObject",
      "/videos/*",
      ["editor/media/upload-video", "videos/upload", completing, ...removingFiles],
    ],
    ["s3:GetObject", "/uploads/*", [...seeingUploads, prober]],
    ["s3:ListMultipartUploadParts", "/uploads/*", seeingUploads],
    ["s3:PutObject", "/uploads/*", [...takingUploads, prober]],
    ["s3:AbortMultipartUpload", "/uploads/*", [...takingUploads, prober]],
    ["s3:DeleteObject", "/uploads/*", takingUploads],
    ["s3:PutObject", "/snapshots/*", [snapshots]],
    ["s3:AbortMultipartUpload", "/snapshots/*", [snapshots]],
    ["s3:DeleteObject", "/snapshots/*", [snapshots]],
    ...["/_feeds/*", "/feed-state/*"].flatMap((place): [string, string, readonly string[]][] =>
      ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"].map((action) => [action, place, [feeds]]),
    ),
    ["s3:ListBucket", "", [snapshots, prober, ...new Set([...servingFiles, ...seeingUploads])]],
  ])("grants %s on %j to those that need it", (action, place, functions) => {
    expect(holdersOf(`${action} on arn:aws:s3:::FilesBucket${place}`)).toEqual(functions.toSorted());
  });

  test("grants the key that signs addresses of files to those that sign", () => {
    const signing = ["administration/export/files", "private-feeds/read", "site/media/read"];
    expect(holdersOf("ssm:GetParameter on arn:aws:ssm:::DownloadKey1")).toEqual(signing);
    const told = idsOfFunctions().filter((id) => functionOf({ id }).environment.variables.DOWNLOAD_KEY_ID);
    expect(told.sort()).toEqual(signing);
  });

  test("lets whoever follows the catalog begin at a snapshot", () => {
    const following = routes.filter(({ uses }) => uses.includes("catalog")).map(({ id }) => id);
    const holders = holdersOf("s3:GetObject on arn:aws:s3:::FilesBucket/snapshots/*");
    expect(holders).toEqual(
      [...following, snapshots, feeds, "jobs/deliver-webhooks", "jobs/watch-site"].sort(),
    );
  });

  test("grants nothing else, and nothing by a pattern but what is below these folders", () => {
    const folders = ["images", "audios", "videos", "uploads", "snapshots", "_feeds", "feed-state"];
    const places = new Set(["", ...folders.map((folder) => `/${folder}/*`)]);
    const granted = idsOfFunctions().flatMap((id) => statementsOf({ id }).flatMap(permissionsIn));
    const onBucket = granted.filter((permission: string) => permission.startsWith("s3:"));
    expect(onBucket.length).toBeGreaterThan(80);
    const elsewhere = onBucket.filter(
      (permission: string) => !places.has(permission.split(" on arn:aws:s3:::FilesBucket")[1] ?? "elsewhere"),
    );
    expect(elsewhere).toEqual([]);
    expect(granted.filter((permission: string) => /^\*|:\*| on \*/.test(permission))).toEqual([]);
  });
});
