// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { IDLE } from "../../../audio/studio/takeState";
import { makeBeat } from "../../../testing/content";
import { signedInAs } from "../../../testing/people";
import { setUp } from "../../../testing/recorderWorld";
import { render } from "../../../testing/render";
import { RecordVerseDialog } from "./RecordVerseDialog";

const sending = vi.hoisted(() =>
  Promise.withResolvers<{ sent: "onItsWay"; isSafeToClose: boolean }>(),
);

// The dialog around them is tested; the studio and its panels have tests of their own.
vi.mock("./useRecordVerse", () => ({
  useRecordVerse: () => ({
    ...{ state: IDLE, takes: [], isAllKept: true, isAtWork: false },
    studio: setUp(),
    upload: () => sending.promise,
  }),
}));
vi.mock("./RecorderScreen", () => ({
  RecorderScreen: ({ onUpload }: { onUpload: () => void }) => (
    <button onClick={onUpload}>Upload Verse</button>
  ),
}));

test("an upload that ends after its recorder was closed closes no other recorder", async () => {
  const onClose = vi.fn<() => void>();
  const { unmount } = render(
    <RecordVerseDialog
      {...{ beat: makeBeat(), problem: null, unsentTake: null, answerId: null }}
      {...{ userId: "rapper-id", rapper: "kabir", onClose }}
    />,
    { viewer: signedInAs("rapper") },
  );
  await userEvent.click(await screen.findByText("Upload Verse"));
  unmount();
  await act(async () =>
    sending.resolve({ sent: "onItsWay", isSafeToClose: true }),
  );
  expect(onClose).not.toHaveBeenCalled();
});
