import vm from "node:vm";
import { describe, expect, test } from "vitest";
import { inputsNamed } from "./resources.ts";
import { trial } from "./stages.ts";

describe("before a request reaches the API", () => {
  const seen = (uri: string, sent: Readonly<Record<string, { value: string }>> = {}) => {
    const { code, runtime } = inputsNamed(trial, "WebViewerRequest");
    expect(runtime).toBe("cloudfront-js-2.0");
    const event = {
      version: "1.0",
      context: { eventType: "viewer-request" },
      viewer: { ip: "198.51.100.7" },
      request: {
        method: "GET",
        uri,
        querystring: {
          fields: { value: "*" },
          tag: { value: "a", multiValue: [{ value: "a" }, { value: "b/" }] },
        },
        headers: {
          host: { value: "field-notes.example" },
          "x-forwarded-host": { value: "elsewhere.example" },
          "x-viewer-address": { value: "203.0.113.9" },
          ...sent,
        },
        cookies: { sessionid: { value: "secret" } },
      },
    };
    const before = structuredClone(event.request);
    const after = vm.runInNewContext(`${code}; handler(event)`, { event });
    return { before, after };
  };

  test.each([
    { uri: "/api/cms/pages/", becomes: "/api/cms/pages" },
    { uri: "/api/cms/pages/12/", becomes: "/api/cms/pages/12" },
    { uri: "/api/cms/pages", becomes: "/api/cms/pages" },
    { uri: "/api/openapi.json", becomes: "/api/openapi.json" },
    { uri: "/", becomes: "/" },
    { uri: "/api//", becomes: "/api//" },
    { uri: "//", becomes: "//" },
  ])("$uri becomes $becomes", ({ uri, becomes }) => {
    expect(seen(uri).after.uri).toBe(becomes);
  });

  test("the visitor's host is written down, whatever the visitor wrote there", () => {
    expect(seen("/api/").after.headers["x-forwarded-host"]).toEqual({ value: "field-notes.example" });
  });

  test("the visitor's address is written down, whatever the visitor wrote there", () => {
    expect(seen("/accounts/login/").after.headers["x-viewer-address"]).toEqual({ value: "198.51.100.7" });
  });

  test("the content type is in a header of our own, so that API Gateway passes every body on as bytes", () => {
    const { headers } = seen("/api/", { "content-type": { value: "application/json" } }).after;
    expect(headers["content-type"]).toEqual({ value: "application/octet-stream" });
    expect(headers["x-viewer-content-type"]).toEqual({ value: "application/json" });
  });

  test("that header is not the visitor's to write", () => {
    const { headers } = seen("/api/", { "x-viewer-content-type": { value: "text/html" } }).after;
    expect(headers["x-viewer-content-type"]).toBeUndefined();
  });

  test("method, query, cookies and other headers stay as they are", () => {
    const { before, after } = seen("/api/");
    expect({ ...after, uri: before.uri, headers: before.headers }).toEqual(before);
    expect(after.headers.host).toEqual(before.headers.host);
  });
});
