import { ConvexError } from "convex/values";
import { expect, test, vi } from "vitest";
import { MESSAGES, type ErrorCode } from "../../../convex/shared/messages";
import type { UploadState } from "../../../convex/shared/uploads";
import type { UploadId } from "./pieceServer";
import { publishOnce } from "./publishOnce";

const uploadId = "upload" as UploadId;
const lost = new Error("Connection lost while action was in flight");
const refusal = (code: ErrorCode) =>
  new ConvexError({ code, message: MESSAGES[code] });

const serverWith = (publishedAs: string | null) => ({
  get: async () => ({ publishedAs }) as UploadState, // the only field that is read
});

test("does not repeat a call that succeeded although its answer was lost", async () => {
  const publish = vi.fn().mockRejectedValue(lost);
  expect(await publishOnce(serverWith("verse"), uploadId, publish)).toBe(
    "verse",
  );
  expect(publish).toHaveBeenCalledTimes(1);
});

test("repeats a call that never reached the server", async () => {
  const publish = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue("id");
  expect(await publishOnce(serverWith(null), uploadId, publish)).toBe("id");
});

test("a refused repetition counts as published if the first call was", async () => {
  const publish = vi
    .fn()
    .mockRejectedValueOnce(lost)
    .mockRejectedValue(refusal("VERSE_LIMIT_REACHED"));
  const get = vi
    .fn()
    .mockResolvedValueOnce({ publishedAs: null })
    .mockResolvedValue({ publishedAs: "verse" });
  expect(await publishOnce({ get }, uploadId, publish)).toBe("verse");
});

test.each(["FILE_NOT_FOUND", "TURN_OVER"] as const)(
  "%s counts as published if an earlier tab was told nothing of its success",
  async (code) => {
    const publish = vi.fn().mockRejectedValue(refusal(code));
    const found = await publishOnce(serverWith("verse"), uploadId, publish);
    expect(found).toBe("verse");
    await expect(
      publishOnce(serverWith(null), uploadId, publish),
    ).rejects.toMatchObject({ data: { code } });
  },
);

test("a refusal is reported, without asking", async () => {
  const get = vi.fn();
  const publish = vi.fn().mockRejectedValue(refusal("VERSE_LIMIT_REACHED"));
  await expect(publishOnce({ get }, uploadId, publish)).rejects.toMatchObject({
    data: { code: "VERSE_LIMIT_REACHED" },
  });
  expect(get).not.toHaveBeenCalled();
});

test("a connection that keeps breaking is reported", async () => {
  const publish = vi.fn().mockRejectedValue(lost);
  await expect(publishOnce(serverWith(null), uploadId, publish)).rejects.toBe(
    lost,
  );
  expect(publish).toHaveBeenCalledTimes(5);
});
