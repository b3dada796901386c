// Proves contract rules: slash-optional, unknown-paths.

import { expect, test } from "vitest";
import { routeFinder } from "#lib/routes/route-finder.ts";
import { fakeRoute } from "#test/support/capture.ts";

const find = routeFinder(
  [
    fakeRoute({ id: "root", path: "/" }),
    fakeRoute({ id: "audios/list", path: "/api/audios/" }),
    fakeRoute({ id: "audios/read", path: "/api/audios/{id}/" }),
    fakeRoute({ id: "audios/delete", path: "/api/audios/{id}/", method: "DELETE" }),
    fakeRoute({ id: "audios/player-config", path: "/api/audios/player_config/" }),
    fakeRoute({ id: "audios/webplayer", path: "/api/audios/webplayer/{id}/" }),
    fakeRoute({ id: "audios/webplayer-for-post", path: "/api/audios/webplayer/{id}/post/{post_id}/" }),
    fakeRoute({ id: "audios/chapters", path: "/api/audios/{id}/chapters/" }),
    fakeRoute({ id: "openapi", path: "/api/openapi.json" }),
    fakeRoute({ id: "media", path: "/media/{key+}" }),
    fakeRoute({ id: "media/list", path: "/media/lists/{id}/" }),
    fakeRoute({ id: "moor", path: "/moor/{path+}", aliases: ["/moor/"] }),
  ],
  fakeRoute({ id: "fallback", path: "/{proxy+}/", aliases: ["/moor/bog/{path+}"] }),
);

test.each([
  { request: "GET /", id: "root", routeKey: "GET /" },
  { request: "GET /api/audios", id: "audios/list", routeKey: "GET /api/audios" },
  {
    request: "GET /api/audios/7",
    id: "audios/read",
    routeKey: "GET /api/audios/{id}",
    parameters: { id: "7" },
  },
  {
    request: "HEAD /api/audios/7",
    id: "audios/read",
    routeKey: "HEAD /api/audios/{id}",
    parameters: { id: "7" },
  },
  {
    request: "DELETE /api/audios/7",
    id: "audios/delete",
    routeKey: "DELETE /api/audios/{id}",
    parameters: { id: "7" },
  },
  { request: "GET /api/openapi.json", id: "openapi", routeKey: "GET /api/openapi.json" },
  {
    request: "GET /api/audios/webplayer/7/post/8",
    id: "audios/webplayer-for-post",
    routeKey: "GET /api/audios/webplayer/{id}/post/{post_id}",
    parameters: { id: "7", post_id: "8" },
  },
  {
    request: "HEAD /media/images/17/heron.jpg",
    id: "media",
    routeKey: "HEAD /media/{key+}",
    parameters: { key: "images/17/heron.jpg" },
  },
  { request: "GET /moor", id: "moor", routeKey: "GET /moor" },
  { request: "GET /moor/bog", id: "moor", routeKey: "GET /moor/{path+}", parameters: { path: "bog" } },
  {
    request: "HEAD /moor/bog/a/b",
    id: "fallback",
    routeKey: "HEAD /moor/bog/{path+}",
    parameters: { path: "a/b" },
  },
])("$request is answered by $id", ({ request, id, routeKey, parameters }) => {
  const [method = "", path = ""] = request.split(" ");
  const match = find(method, path);
  expect([match.route.id, match.routeKey, match.pathParameters]).toEqual([id, routeKey, parameters]);
});

test.each([
  {
    name: "a literal segment wins over a placeholder",
    request: "GET /api/audios/player_config",
    id: "audios/player-config",
  },
  {
    name: "a placeholder takes what the literal's branch has no end for",
    request: "GET /api/audios/webplayer",
    id: "audios/read",
  },
  {
    name: "the more literal branch comes first",
    request: "GET /api/audios/webplayer/chapters",
    id: "audios/webplayer",
  },
  {
    name: "another method may need the placeholder",
    request: "DELETE /api/audios/webplayer",
    id: "audios/delete",
  },
  { name: "a placeholder wins over a greedy tail", request: "GET /media/lists/7", id: "media/list" },
  { name: "a greedy tail takes what the others leave", request: "GET /media/lists/7/8", id: "media" },
])("$name", ({ request, id }) => {
  const [method = "", path = ""] = request.split(" ");
  expect(find(method, path).route.id).toBe(id);
});

test("no placeholder answers for a path that is spelled out and lacks the method", () => {
  const { route, routeKey } = find("DELETE", "/api/audios/player_config");
  expect([route.id, routeKey]).toEqual(["fallback", "DELETE /api/audios/player_config"]);
});

test.each([
  { name: "an unknown path", method: "GET", path: "/api/nothing" },
  { name: "a path that goes on", method: "GET", path: "/api/audios/7/more" },
  { name: "a path that stops early", method: "GET", path: "/api" },
  { name: "a method that the path lacks", method: "PUT", path: "/api/audios" },
  { name: "HEAD where there is no GET", method: "HEAD", path: "/api/audios/7/8" },
  { name: "OPTIONS", method: "OPTIONS", path: "/api/audios" },
  { name: "an empty segment, which no placeholder takes", method: "GET", path: "/api/audios/" },
  { name: "a greedy tail that is not there", method: "GET", path: "/media" },
  { name: "doubled slashes", method: "GET", path: "//api/audios" },
  { name: "another case", method: "GET", path: "/API/audios" },
  { name: "a placeholder's own text on a literal", method: "GET", path: "/api/{id}" },
])("$name is answered by the fallback", ({ method, path }) => {
  const match = find(method, path);
  expect([match.route.id, match.routeKey, match.pathParameters]).toEqual(["fallback", "$default", undefined]);
});
