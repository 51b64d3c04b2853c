// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useFreshRound } from "./useFreshRound";

type Ask = (query: unknown, args: { cursor: string | null }) => unknown;
const query = vi.hoisted(() => vi.fn<Ask>());

vi.mock("convex/react", () => ({ useConvex: () => client }));
const client = { query };

const part = (ids: string[], next: string | null = null) =>
  Promise.resolve({
    items: ids.map((contentId) => ({
      ...{ contentType: "beat", contentId, beatId: contentId },
    })),
    next,
  });

beforeEach(() => {
  query.mockReset();
});

async function open() {
  const { result } = renderHook(() => useFreshRound());
  await waitFor(() => expect(result.current.status).not.toBe("loading"));
  const next = () => act(async () => result.current.move(1));
  const back = () => act(async () => result.current.move(-1));
  return { result, next, back };
}

test("asks once when it opens, and again only when it has run out", async () => {
  query.mockReturnValueOnce(part(["a", "b"], "more"));
  const { result, next } = await open();
  await next();
  expect(query).toHaveBeenCalledTimes(1);
  query.mockReturnValueOnce(part([], "still more"));
  query.mockReturnValueOnce(part(["c"]));
  await next();
  await waitFor(() => expect(result.current.item?.contentId).toBe("c"));
  const cursors = query.mock.calls.map(([, args]) => args.cursor);
  expect(cursors).toEqual([null, "more", "still more"]);
});

test("is over when nothing else has come, and asks from the start on the next visit of the end", async () => {
  query.mockReturnValue(part(["a"]));
  const { result, next, back } = await open();
  await next();
  await waitFor(() => expect(result.current.status).toBe("over"));
  expect(query).toHaveBeenCalledTimes(2);
  await back();
  expect(result.current).toMatchObject({ status: "shown", index: 0 });
  query.mockReturnValue(part(["new", "a"]));
  await next();
  await waitFor(() => expect(result.current.item?.contentId).toBe("new"));
});

test("is over at once where everything was heard", async () => {
  query.mockReturnValue(part([]));
  const { result } = await open();
  expect(result.current).toMatchObject({ status: "over", item: null });
  expect(query).toHaveBeenCalledTimes(1);
});

test("says that it failed, and shows what comes after what was deleted", async () => {
  query.mockReturnValueOnce(part(["a", "b"]));
  const { result, next } = await open();
  await act(async () => result.current.drop("a"));
  expect(result.current).toMatchObject({ index: 0, item: { contentId: "b" } });
  query.mockRejectedValueOnce(new Error("no connection"));
  await next();
  await waitFor(() => expect(result.current.status).toBe("failed"));
});
