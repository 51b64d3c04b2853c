import { afterEach, expect, test, vi } from "vitest";
import { downloadPieces, PieceRefused } from "./downloadPieces";

afterEach(() => vi.unstubAllGlobals());

/** Answers in order: a text is a piece, a number a status, null a cut. */
function answerWith(answers: (string | number | null)[]) {
  const asked: Headers[] = [];
  vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers));
    const next = answers.shift() ?? null;
    if (next === null) return Promise.reject(new TypeError("cut"));
    return Promise.resolve(
      typeof next === "string"
        ? new Response(next, { status: 206 })
        : new Response("", { status: next }),
    );
  });
  return asked;
}

const download = (sizeBytes: number, token = () => "one") =>
  downloadPieces({
    ...{ url: "https://gully.example/export", sizeBytes, token },
    ...{ onProgress: () => undefined, retryAfterMs: 1 },
  });

test("continues where the last piece ended, even if it was shorter than requested", async () => {
  const asked = answerWith(["abc", "de", "f"]);
  expect((await download(6)).size).toBe(6);
  const froms = asked.map((headers) => headers.get("Range")?.split("-")[0]);
  expect(froms).toEqual(["bytes=0", "bytes=3", "bytes=5"]);
});

test("a cut, a server error and a limit cost one more try of the same piece", async () => {
  const asked = answerWith(["abc", null, 503, 429, "def"]);
  expect((await download(6)).size).toBe(6);
  expect(asked[4]?.get("Range")).toMatch(/^bytes=3-/);
});

test("asks again with the next token after one was refused", async () => {
  const tokens = ["old", "new"];
  const asked = answerWith([401, "abc"]);
  await download(3, () => tokens.shift() ?? "");
  expect(asked.map((headers) => headers.get("Authorization"))).toEqual([
    "Bearer old",
    "Bearer new",
  ]);
});

test("gives up at once on what another try cannot change", async () => {
  const asked = answerWith([410, "abc"]);
  const failed = await download(3).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(PieceRefused);
  expect(failed).toMatchObject({ status: 410 });
  expect(asked).toHaveLength(1);
});

test("gives up after five tries", async () => {
  const asked = answerWith([]);
  await expect(download(3)).rejects.toThrow(PieceRefused);
  expect(asked).toHaveLength(5);
});
