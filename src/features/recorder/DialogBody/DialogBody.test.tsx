import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DelayCheck } from "../../../audio/delayCheck";
import { Recorder } from "../../../audio/recorder";
import { IDLE, type TakeState } from "../../../audio/takeMachine";
import { render } from "../../../testing/render";
import { DialogBody } from "./DialogBody";

const take = {
  id: "take-1",
  file: new Blob(["sound"], { type: "audio/webm" }),
  durationMs: 65_000,
  peaks: [255],
};

/** It never captures: these tests look at the screen of a given state. */
function makeRecorder(): Recorder {
  const unused = () => Promise.reject(new Error("not used here"));
  return new Recorder({
    engine: { prepare: () => undefined, start: unused, close: () => undefined },
    store: {
      begin: unused,
      append: unused,
      remove: unused,
      loadChunks: unused,
    },
    player: { block: () => () => undefined },
    finish: unused,
    claim: () => () => undefined,
    onStoreFailure: () => undefined,
    makeId: () => "take-1",
    now: () => 0,
  });
}

function makeDelayCheck(): DelayCheck {
  const delay = {
    pair: null,
    source: "reported",
    seconds: null,
    correctionMs: 0,
  } as const;
  return new DelayCheck({
    engine: {
      findDelay: async () => delay,
      // Never ends: these tests look at what is on the screen meanwhile.
      measureDelay: () => new Promise(() => undefined),
    },
    book: { setRoundTrip: () => undefined, setCorrection: () => undefined },
    player: { block: () => () => undefined },
    onFailure: () => undefined,
  });
}

function show(state: TakeState, isLimitReached = false) {
  const acts = { onRecord: vi.fn(), onUpload: vi.fn(), onHeadphones: vi.fn() };
  render(
    <DialogBody
      recorder={makeRecorder()}
      delayCheck={makeDelayCheck()}
      state={state}
      beatTitle="Monsoon"
      isLimitReached={isLimitReached}
      hasHeadphones
      {...acts}
    />,
  );
  return acts;
}

const key = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  // jsdom has no object URLs and plays nothing.
  URL.createObjectURL = () => "blob:take";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

test("before a take: headphones, levels and the record key", async () => {
  const { onRecord, onHeadphones } = show(IDLE);
  expect(screen.getByRole("slider", { name: "Voice level" })).toBeTruthy();
  expect(screen.getByRole("slider", { name: "Beat level" })).toBeTruthy();
  await userEvent.click(
    screen.getByRole("switch", { name: /I am wearing headphones/ }),
  );
  expect(onHeadphones).toHaveBeenCalledWith(false);
  await userEvent.click(key("Start recording"));
  expect(onRecord).toHaveBeenCalledTimes(1);
});

test("while the delay is measured nothing can be recorded", async () => {
  show(IDLE);
  await userEvent.click(key("Measure delay"));
  await userEvent.click(key("Play test sound"));
  expect(key("Start recording").hasAttribute("disabled")).toBe(true);
  expect(
    screen
      .getByRole("switch", { name: /I am wearing headphones/ })
      .hasAttribute("disabled"),
  ).toBe(true);
});

test("a refused microphone is told and can be tried again", async () => {
  const { onRecord } = show({ ...IDLE, problem: { kind: "microphone" } });
  expect(screen.getByRole("alert").textContent).toBe(
    "Could not access microphone or initialize audio context. Please check permissions.",
  );
  await userEvent.click(key("Start recording"));
  expect(onRecord).toHaveBeenCalledTimes(1);
});

test("while the microphone opens the key waits", () => {
  show({ ...IDLE, isOpening: true });
  expect(key("Start recording").hasAttribute("disabled")).toBe(true);
  expect(screen.getByRole("status").textContent).toBe(
    "Opening the microphone…",
  );
});

test("while recording: the counter, the meter and the stop key", () => {
  show({ phase: "recording" });
  expect(screen.getByRole("timer", { name: "0:00 of 5:00" })).toBeTruthy();
  expect(
    screen
      .getByRole("meter", { name: "Microphone level" })
      .getAttribute("aria-valuenow"),
  ).toBe("0");
  expect(key("Stop recording")).toBeTruthy();
});

test("the limit reached while recording is told, and the take goes on", () => {
  show({ phase: "recording" }, true);
  expect(screen.getByRole("alert").textContent).toBe(
    "Verse limit reached for this beat.",
  );
  expect(key("Stop recording").hasAttribute("disabled")).toBe(false);
});

test("a take can be heard, saved, sent and made anew", async () => {
  const { onUpload } = show({ phase: "stopped", take, problem: null });
  expect(screen.getByRole("status").textContent).toBe("Your take is ready");
  expect(screen.getByText("0:00/1:05")).toBeTruthy();
  expect(key("Play preview")).toBeTruthy();
  expect(key("Save to file")).toBeTruthy();
  expect(key("Record Again")).toBeTruthy();
  await userEvent.click(key("Upload Verse"));
  expect(onUpload).toHaveBeenCalledTimes(1);
});

test.each([
  [null, "Error uploading verse. Please try again."],
  ["Verse limit reached for this beat.", "Verse limit reached for this beat."],
])("a failed upload (%s) says: %s", (message, text) => {
  const problem = { kind: "upload", message } as const;
  show({ phase: "stopped", take, problem }, message !== null);
  expect(screen.getAllByRole("alert").map((note) => note.textContent)).toEqual([
    text,
  ]);
  expect(key("Upload Verse").hasAttribute("disabled")).toBe(false);
});

test("while a take is prepared nothing can be sent", () => {
  show({ phase: "stopped", take: null, problem: null });
  expect(key("Upload Verse").hasAttribute("disabled")).toBe(true);
  expect(key("Record Again").hasAttribute("disabled")).toBe(true);
});

test("an upload shows its progress and can be cancelled until all is sent", () => {
  show({ phase: "uploading", take, percent: 40 });
  expect(screen.getByRole("status").textContent).toBe("Uploading 40%");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(
    "40",
  );
  expect(key("Cancel upload").hasAttribute("disabled")).toBe(false);
});
