// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { MarkedBars } from "../../../audio/takeBars/markedBars";
import type { FinishedTake } from "../../../audio/store/finishedTake";
import type { StoredTake } from "../../../audio/store/takeStore";
import { MAX_TAKES, TakeShelf } from "../../../audio/studio/storing/takeShelf";
import { setUpPunch } from "../../../testing/punchWorld";
import { render } from "../../../testing/render";
import { TakePunch } from "./TakePunch";

const stored = (id: string, more: Partial<StoredTake> = {}): StoredTake => ({
  ...{ id, userId: "u1", beatId: "b1", mimeType: "audio/webm" },
  ...{ createdAt: Number(id.slice(-1)), durationMs: 12_000, bytes: 9 },
  ...more,
});

const version = { of: "take-1", firstBar: 2, lastBar: 3 };

interface Shown {
  readonly takes?: StoredTake[];
  readonly take?: Partial<FinishedTake>;
  readonly grid?: { firstBarMs: number } | null;
  /** Bars that were recorded but not joined with the take. */
  readonly waiting?: MarkedBars;
}

async function storeNewBars(
  { session, streamVoice, newBars }: ReturnType<typeof setUpPunch>,
  bars: MarkedBars,
): Promise<void> {
  await session.prepare();
  await session.record(bars);
  streamVoice();
  await expect.poll(() => newBars.load("take-1")).not.toBeNull();
  session.close();
}

async function show(options: Shown = {}) {
  const { takes = [stored("take-1")], take = {} } = options;
  const { grid = { firstBarMs: 0 } } = options;
  const world = setUpPunch();
  if (options.waiting) await storeNewBars(world, options.waiting);
  const shelf = new TakeShelf({
    store: {
      list: async () => takes,
      update: async () => undefined,
      setAside: async () => undefined,
      measure: async () => ({ chunks: 1, bytes: 1 }),
      remove: async () => undefined,
    },
    stems: { measure: async () => 0 },
    claim: () => () => undefined,
    claimedIds: async () => new Set(),
    onFailure: () => undefined,
  });
  await shelf.open("u1", "b1");
  const acts = {
    onStopPlayback: vi.fn<() => void>(),
    onShow: vi.fn(async (_takeId: string) => undefined),
    onRemove: vi.fn(async (_takeId: string) => undefined),
  };
  render(
    <TakePunch
      parts={world.parts}
      shelf={shelf}
      punched={{
        ...{ userId: "u1", beatUrl: "/files/b1" },
        take: { ...world.take, id: "take-1", ...take },
        beat: { id: "b1", bpm: 120, grid },
      }}
      {...acts}
    />,
  );
  return { ...acts, ...world, user: userEvent.setup() };
}

const door = () =>
  screen.queryByRole("button", { name: "Record some bars again" });
const undo = () => screen.queryByRole("button", { name: "Undo" });

test("opens the room and stops the preview", async () => {
  const { user, onStopPlayback } = await show();
  expect(undo()).toBeNull();
  await user.click(screen.getByText("Record some bars again"));
  expect(onStopPlayback).toHaveBeenCalledTimes(1);
  await screen.findByRole("dialog", { name: "Record some bars again" });
});

test("the focus returns to the door when the room closes", async () => {
  const { user } = await show();
  await user.click(screen.getByText("Record some bars again"));
  await screen.findByRole("dialog", { name: "Record some bars again" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(door()));
});

test("is nothing for a beat whose bars are not known", async () => {
  await show({ grid: null });
  expect(door()).toBeNull();
  expect(screen.queryByText(/^You cannot record single bars/)).toBeNull();
});

test("says why a take without a separate voice has no door", async () => {
  await show({ take: { stem: null } });
  expect(door()).toBeNull();
  screen.getByText(/^You cannot record single bars/);
});

test("Undo shows the earlier take", async () => {
  const takes = [stored("take-1"), stored("take-2", { version })];
  const { user, onShow } = await show({ takes, take: { id: "take-2" } });
  expect(screen.getByRole("status").textContent).toBe("Bars 2 to 3 are new.");
  await user.click(screen.getByText("Undo"));
  expect(onShow).toHaveBeenCalledWith("take-1");
});

test("there is no Undo once the earlier take was deleted", async () => {
  const takes = [stored("take-2", { version })];
  await show({ takes, take: { id: "take-2" } });
  expect(undo()).toBeNull();
  expect(door()).not.toBeNull();
});

test("asks which take goes before a sixth, but never about the take itself", async () => {
  const ids = Array.from({ length: MAX_TAKES }, (_, index) => index + 1);
  const takes = ids.map((number) => stored(`take-${number}`));
  const { user, onRemove } = await show({ takes });
  await user.click(screen.getByText("Record some bars again"));
  await screen.findByRole("dialog", { name: "Which take should go?" });
  expect(screen.getAllByRole("radio")).toHaveLength(MAX_TAKES - 1);
  await user.click(screen.getByRole("button", { name: "Delete take" }));
  expect(onRemove).toHaveBeenCalledWith("take-2");
});

test("offers to join bars that a closed page has recorded", async () => {
  const waiting = { firstBar: 2, lastBar: 3 };
  const { user, recorder, onStopPlayback } = await show({ waiting });
  const text = "Bars 2 to 3 were recorded again, but not joined yet.";
  await screen.findByText(text);
  await user.click(screen.getByRole("button", { name: "Join" }));
  expect(onStopPlayback).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(recorder.show).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

test("does not offer bars to a take without a separate voice", async () => {
  const waiting = { firstBar: 2, lastBar: 2 };
  const { newBars } = await show({ waiting, take: { stem: null } });
  await waitFor(() => expect(newBars.load).toHaveBeenCalled());
  expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
});
