import { describe, expect, test } from "vitest";
import { routes } from "#lib/routes/table.ts";
import { maxBodyBytes } from "#local/gateway/limits.ts";
import { payloadTooLargeAnswer } from "#local/gateway/refusal.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { runCloudFrontFunction } from "../cloudfront-function.ts";
import { inputsNamed, inputsOf } from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

describe("before a request reaches the API", () => {
  const seen = (
    uri: string,
    sent: Readonly<Record<string, { value: string }>> = {},
    { method = "GET", stage = trial }: { readonly method?: string; readonly stage?: Deployment } = {},
  ) => {
    const { code, runtime } = inputsNamed(stage, "WebViewerRequest");
    expect(runtime).toBe("cloudfront-js-2.0");
    const event = {
      version: "1.0",
      context: { eventType: "viewer-request" },
      viewer: { ip: "198.51.100.7" },
      request: {
        method,
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
    const { outcome: after, originId } = runCloudFrontFunction(code, event);
    return { before, after, originId };
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

  test("only HEAD goes to the API of its own, which the distribution has", () => {
    const { origins } = inputsOf(trial, "aws:cloudfront/distribution:Distribution")[0];
    const { originId, after } = seen("/api/health/", {}, { method: "HEAD" });
    expect(origins.map((origin: { originId: string }) => origin.originId)).toContain(originId);
    expect([originId, after.uri]).toEqual(["heads", "/api/health"]);
    for (const method of ["GET", "POST", "OPTIONS"])
      expect(seen("/api/health/", {}, { method }).originId).toBeUndefined();
  });

  const sentBytes = (bytes: number) => ({ "content-length": { value: String(bytes) } });

  test("a body that fits into no event of Lambda is refused as the service refuses it on one machine", () => {
    const bodies = routes.filter(({ body }) => body !== null);
    expect(bodies.length).toBeGreaterThan(30);
    for (const route of bodies)
      for (const path of [route.path, ...route.aliases]) {
        const uri = path.replace(/\{\w+\+\}/, "notes/a-post").replace(/\{\w+\}/g, "12");
        const { after } = seen(uri, sentBytes(maxBodyBytes + 1), { method: route.method });
        const { status, headers, body } = payloadTooLargeAnswer(route, uri);
        expect([uri, after.statusCode, after.body.data]).toEqual([uri, status, body]);
        for (const [name, value] of Object.entries(headers))
          if (!["allow", "cache-control", "vary"].includes(name))
            expect(after.headers[name].value).toBe(value);
        expect(after.headers["cache-control"].value).toBe("private, no-store");
      }
  });

  test("the largest body that fits goes on, and so does one without a length", () => {
    for (const sent of [sentBytes(maxBodyBytes), sentBytes(0), {}])
      expect(seen("/api/editor/posts/", sent, { method: "POST" }).after.uri).toBe("/api/editor/posts");
  });

  test("an image of 10 MiB is refused with the way that takes it, with and without the final slash", () => {
    for (const uri of ["/api/editor/media/images/", "/api/editor/media/images"]) {
      const { after } = seen(uri, sentBytes(10 * 1_024 * 1_024), { method: "POST" });
      expect(after).toMatchObject({
        statusCode: 413,
        headers: { "content-type": { value: "application/json" } },
      });
      expect(JSON.parse(after.body.data)).toEqual({
        code: "payload_too_large",
        detail: expect.stringContaining("POST /api/editor/uploads/"),
      });
    }
  });

  test("a page of another site may read this refusal where it may read others", () => {
    const refusal = (stage: Deployment, origin: string) =>
      seen("/api/cms/pages/", { ...sentBytes(2e7), origin: { value: origin } }, { method: "POST", stage })
        .after.headers;
    expect(refusal(elsewhere, "https://app.example")).toMatchObject({
      "access-control-allow-origin": { value: "https://app.example" },
      vary: { value: expect.stringContaining("Origin") },
    });
    expect(refusal(elsewhere, "https://other.example")).not.toHaveProperty("access-control-allow-origin");
    expect(refusal(trial, "https://app.example")).not.toHaveProperty("access-control-allow-origin");
  });

  test("the function is as small as CloudFront wants it, and imports on its first line", () => {
    for (const stage of [trial, production, elsewhere]) {
      const { code } = inputsNamed(stage, "WebViewerRequest");
      expect(Buffer.byteLength(code)).toBeLessThan(10_000);
      expect(code.split("\n")[0]).toBe('import cf from "cloudfront";');
    }
  });
});
