// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { IDLE, type TakeState } from "../../../audio/studio/takeState";
import { makeBeat } from "../../../testing/content";
import { signedInAs } from "../../../testing/people";
import { setUp } from "../../../testing/recorderWorld";
import { render } from "../../../testing/render";
import { RecordVerseDialog } from "./RecordVerseDialog";

const world = vi.hoisted(() => ({
  sending: Promise.withResolvers<{
    sent: "onItsWay";
    isSafeToClose: boolean;
  }>(),
  state: null as TakeState | null,
  studio: null as ReturnType<typeof setUp> | null,
}));

// The dialog around them is tested; the studio and its panels have tests of their own.
vi.mock("./useRecordVerse", () => ({
  useRecordVerse: () => ({
    ...{ state: world.state, takes: [], isAllKept: true, isAtWork: false },
    studio: world.studio,
    upload: () => world.sending.promise,
  }),
}));
vi.mock("./RecorderScreen", () => ({
  RecorderScreen: ({ onUpload }: { onUpload: () => void }) => (
    <button onClick={onUpload}>Upload Verse</button>
  ),
}));

beforeEach(() => {
  world.state = IDLE;
  world.studio = setUp();
});

function open() {
  const onClose = vi.fn<() => void>();
  const { unmount } = render(
    <RecordVerseDialog
      {...{ beat: makeBeat(), problem: null, unsentTake: null, answerId: null }}
      {...{ userId: "rapper-id", rapper: "kabir", onClose }}
    />,
    { viewer: signedInAs("rapper") },
  );
  return { onClose, unmount };
}

test("an upload that ends after its recorder was closed closes no other recorder", async () => {
  const { onClose, unmount } = open();
  await userEvent.click(await screen.findByText("Upload Verse"));
  unmount();
  await act(async () =>
    world.sending.resolve({ sent: "onItsWay", isSafeToClose: true }),
  );
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  [false, "Close", 1],
  [true, "Stop", 0],
])(
  "a take worth keeping (%s) has the button %s",
  async (isWorth, name, closed) => {
    world.state = { phase: "recording", isKept: true };
    world.studio = setUp();
    Object.assign(world.studio.recorder, { getIsWorthKeeping: () => isWorth });
    const { onClose } = open();
    await userEvent.click(await screen.findByRole("button", { name }));
    expect(onClose).toHaveBeenCalledTimes(closed);
    expect(screen.queryByRole("dialog", { name: /Throw/ })).toBeNull();
  },
);
