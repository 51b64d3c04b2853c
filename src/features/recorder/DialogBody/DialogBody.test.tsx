import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DelayCheck } from "../../../audio/delayCheck";
import { Recorder } from "../../../audio/recorder";
import { stem } from "../../../audio/recorderWorld";
import { IDLE, type TakeState } from "../../../audio/takeMachine";
import { render } from "../../../testing/render";
import { DialogBody } from "./DialogBody";

const take = {
  id: "take-1",
  file: new Blob(["sound"], { type: "audio/webm" }),
  durationMs: 65_000,
  peaks: [255],
  stem: null,
  credit: null,
  gaps: 0,
};

const beat = { title: "Monsoon", bpm: 97, durationMs: 5_000, peaks: [] };

/** It never captures: these tests look at the screen of a given state. */
function makeRecorder(): Recorder {
  const unused = () => Promise.reject(new Error("not used here"));
  return new Recorder({
    engine: {
      prepare: () => undefined,
      start: unused,
      close: () => undefined,
      loadBeatFile: unused,
    },
    store: {
      begin: unused,
      append: unused,
      remove: unused,
      loadChunks: unused,
    },
    stems: { begin: unused, append: unused, load: unused },
    player: { block: () => () => undefined },
    finish: unused,
    openMixer: unused,
    rememberTiming: () => undefined,
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
  const acts = {
    onRecord: vi.fn(),
    onUpload: vi.fn(),
    onHeadphones: vi.fn(),
    onCountIn: vi.fn(),
  };
  render(
    <DialogBody
      recorder={makeRecorder()}
      delayCheck={makeDelayCheck()}
      state={state}
      beat={beat}
      isLimitReached={isLimitReached}
      hasHeadphones
      hasCountIn={false}
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
  // Nor does it draw.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
});
afterEach(() => vi.restoreAllMocks());

test("before a take: headphones, count-in, levels and the record key", async () => {
  const { onRecord, onHeadphones, onCountIn } = show(IDLE);
  expect(screen.getByRole("slider", { name: "Voice level" })).toBeTruthy();
  expect(screen.getByRole("slider", { name: "Beat level" })).toBeTruthy();
  await userEvent.click(
    screen.getByRole("switch", { name: /I am wearing headphones/ }),
  );
  expect(onHeadphones).toHaveBeenCalledWith(false);
  await userEvent.click(screen.getByRole("switch", { name: /Count-in/ }));
  expect(onCountIn).toHaveBeenCalledWith(true);
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

const stopped = (changes: Partial<typeof take> | { stem: typeof stem }) =>
  show({ phase: "stopped", take: { ...take, ...changes }, problem: null });

test("a voice that was kept apart can be moved, step by step, and put back", async () => {
  stopped({ stem });
  const timing = screen.getByRole("slider", { name: "Voice timing" });
  expect(timing.getAttribute("aria-valuetext")).toBe("as recorded");
  await userEvent.click(key("5 ms later"));
  expect(timing.getAttribute("aria-valuetext")).toBe("5 ms later");
  timing.focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  expect(timing.getAttribute("aria-valuetext")).toBe("10 ms earlier");
  await userEvent.keyboard("{Home}");
  expect(timing.getAttribute("aria-valuenow")).toBe("-300");
  expect(key("5 ms earlier").hasAttribute("disabled")).toBe(true);
  await userEvent.click(key("Reset voice"));
  expect(timing.getAttribute("aria-valuetext")).toBe("as recorded");
});

test("without a voice of its own a take is as it was recorded", () => {
  stopped({});
  expect(screen.queryByRole("slider", { name: "Voice timing" })).toBeNull();
  expect(screen.queryByRole("slider", { name: "Voice level" })).toBeNull();
});

test.each([
  [1, "1 short gap in the sound. Record again?"],
  [3, "3 short gaps in the sound. Record again?"],
])("%d gaps are told", (gaps, text) => {
  stopped({ gaps });
  expect(screen.getByRole("alert").textContent).toBe(text);
});

test("a voice that is being mixed anew is said before the upload", () => {
  show({ phase: "uploading", take, isMixing: true, percent: 0 });
  expect(screen.getByRole("status").textContent).toBe("Mixing your take…");
  expect(key("Cancel upload").hasAttribute("disabled")).toBe(false);
});

test("while a take is prepared nothing can be sent", () => {
  show({ phase: "stopped", take: null, problem: null });
  expect(key("Upload Verse").hasAttribute("disabled")).toBe(true);
  expect(key("Record Again").hasAttribute("disabled")).toBe(true);
});

test("an upload shows its progress and can be cancelled until all is sent", () => {
  show({ phase: "uploading", take, isMixing: false, percent: 40 });
  expect(screen.getByRole("status").textContent).toBe("Uploading 40%");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(
    "40",
  );
  expect(key("Cancel upload").hasAttribute("disabled")).toBe(false);
});
