import { expect, test, vi } from "vitest";
import { readAgain } from "#lib/http/endpoint.ts";

const broken = Object.assign(new Error("database disk image is malformed"), { code: "ERR_SQLITE_ERROR" });

test("a read that finds a database damaged is done once more", async () => {
  const read = vi.fn().mockRejectedValueOnce(broken).mockResolvedValue("answer");
  expect(await readAgain(read)).toBe("answer");
  expect(read).toHaveBeenCalledTimes(2);
});

test("one that finds it damaged again fails", async () => {
  const read = vi.fn().mockRejectedValue(broken);
  await expect(readAgain(read)).rejects.toBe(broken);
  expect(read).toHaveBeenCalledTimes(2);
});

test.each([
  ["another error", new Error("else")],
  ["what is no error", null],
])("one that ends with %s is not repeated", async (_name, error) => {
  const read = vi.fn().mockRejectedValue(error);
  await expect(readAgain(read)).rejects.toBe(error);
  expect(read).toHaveBeenCalledTimes(1);
});
