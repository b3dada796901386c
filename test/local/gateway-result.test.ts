import { expect, test } from "vitest";
import { answerFromResult } from "#local/gateway/result.ts";

const json = { "content-type": "application/json" };

test.each([
  { name: "an object is a JSON body", result: { title: "A heron" }, body: '{"title":"A heron"}' },
  { name: "a string is the body as it is", result: "hello", body: "hello" },
  { name: "a number is JSON", result: 7, body: "7" },
  { name: "a list is JSON", result: [1, 2], body: "[1,2]" },
  { name: "null is JSON", result: null, body: "null" },
  { name: "nothing is null", result: undefined, body: "null" },
])("a result without a status is a 200 of JSON: $name", ({ result, body }) => {
  expect(answerFromResult(result)).toEqual({ status: 200, headers: json, cookies: [], body });
});

test.each([
  {
    name: "the status alone",
    result: { statusCode: 204 },
    answer: { status: 204, headers: {}, cookies: [], body: "" },
  },
  {
    name: "a body without a type is plain text",
    result: { statusCode: 200, body: "hi" },
    answer: { status: 200, headers: { "content-type": "text/plain;charset=UTF-8" }, cookies: [], body: "hi" },
  },
  {
    name: "header names in lower case, values as text",
    result: {
      statusCode: 200,
      headers: { "Content-Type": "text/html", "X-Count": 3, "X-On": true },
      body: "hi",
    },
    answer: {
      status: 200,
      headers: { "content-type": "text/html", "x-count": "3", "x-on": "true" },
      cookies: [],
      body: "hi",
    },
  },
  {
    name: "no headers of the connection",
    result: {
      statusCode: 200,
      headers: { "Content-Length": "99", "transfer-encoding": "chunked", connection: "x" },
    },
    answer: { status: 200, headers: {}, cookies: [], body: "" },
  },
  {
    name: "cookies",
    result: { statusCode: 200, cookies: ["a=1; Path=/", "b=2"] },
    answer: { status: 200, headers: {}, cookies: ["a=1; Path=/", "b=2"], body: "" },
  },
  {
    name: "bytes",
    result: {
      statusCode: 200,
      headers: { "content-type": "image/png" },
      body: "iVBORw==",
      isBase64Encoded: true,
    },
    answer: {
      status: 200,
      headers: { "content-type": "image/png" },
      cookies: [],
      body: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
    },
  },
  {
    name: "a text that was encoded, for functions that know this gateway",
    result: { statusCode: 200, headers: { "content-type": "text/html" }, body: Buffer.from("Ø") },
    answer: { status: 200, headers: { "content-type": "text/html" }, cookies: [], body: Buffer.from("Ø") },
  },
])("a result with a status is a response: $name", ({ result, answer }) => {
  expect(answerFromResult(result)).toEqual(answer);
});

test.each([
  { name: "a status that is text", result: { statusCode: "200" }, complaint: "status 200" },
  { name: "a status that is no status", result: { statusCode: 42 }, complaint: "status 42" },
  { name: "a status that is missing", result: { statusCode: undefined }, complaint: "status undefined" },
  { name: "a body that is no text", result: { statusCode: 200, body: { a: 1 } }, complaint: "not a string" },
  {
    name: "a body of more than 6 MB",
    result: { statusCode: 200, body: "x".repeat(6_291_557) },
    complaint: "6 MB",
  },
  {
    name: "an encoded body of more than 6 MB",
    result: { statusCode: 200, body: Buffer.alloc(6_291_557) },
    complaint: "6 MB",
  },
  {
    name: "a body whose characters take 6 MB",
    result: { statusCode: 200, body: "ü".repeat(3_145_779) },
    complaint: "6 MB",
  },
])("API Gateway makes no answer of $name", ({ result, complaint }) => {
  expect(() => answerFromResult(result)).toThrow(complaint);
});

test("a body of exactly Lambda's limit is an answer", () => {
  expect(answerFromResult({ statusCode: 200, body: "x".repeat(6_291_556) }).body).toHaveLength(6_291_556);
});
