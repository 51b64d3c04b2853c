// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DelayCheck } from "../../../audio/studio/delayCheck";
import type { FinishedTake } from "../../../audio/store/finishedTake";
import { rememberHeadphones } from "../../../audio/check/checkedDevices";
import { AS_RECORDED } from "../../../audio/mix/mixPlan";
import type { Recorder } from "../../../audio/studio/recorder";
import { setUp, stem } from "../../../testing/recorderWorld";
import { IDLE, type TakeState } from "../../../audio/studio/takeState";
import { render } from "../../../testing/render";
import { useTakeState } from "../useStudio";
import { DialogBody } from "./DialogBody";

const take = {
  id: "take-1",
  file: new Blob(["sound"], { type: "audio/webm" }),
  durationMs: 65_000,
  peaks: [255],
  stem: null,
  credit: null,
  dropouts: 0,
};

const stoppedWith = (held: FinishedTake | null) =>
  ({
    phase: "stopped",
    ...{ take: held, mix: AS_RECORDED },
    ...{ isKept: true, problem: null },
  }) as const;

const uploading = {
  phase: "uploading",
  ...{ take, mix: AS_RECORDED, isKept: true, isMixing: false, percent: 0 },
} as const;

const beat = {
  ...{ title: "Monsoon", bpm: 97, durationMs: 5_000, peaks: [] },
  terms: "share",
} as const;

const onDiscard = vi.fn<(takeId: string) => Promise<void>>(
  async () => undefined,
);

/** A recorder whose `recover` returns `recovered`. */
const makeRecorder = (recovered: FinishedTake = take): Recorder =>
  setUp({ finish: async () => recovered }).recorder;

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
      // Never resolves: these tests check the screen during a measurement.
      measureDelay: () => new Promise(() => undefined),
    },
    book: { setRoundTrip: () => undefined, setCorrection: () => undefined },
    player: { block: () => () => undefined },
    onFailure: () => undefined,
  });
}

// Never connects: the dialog only asks it whether it is connected.
const client = new ConvexReactClient("https://backend.example");

/** Renders the dialog in a given state, or lets it follow the recorder. */
function open(recorder: Recorder, state?: TakeState, isLimitReached = false) {
  const acts = { onRecord: vi.fn(), onUpload: vi.fn() };
  const delayCheck = makeDelayCheck();
  function Dialog() {
    const followed = useTakeState(recorder);
    return (
      <ConvexProvider client={client}>
        <DialogBody
          state={state ?? followed}
          {...{ recorder, delayCheck, beat, isLimitReached, onDiscard }}
          {...acts}
        />
      </ConvexProvider>
    );
  }
  render(<Dialog />);
  return { ...acts, recorder };
}

const show = (state: TakeState, isLimitReached = false) =>
  open(makeRecorder(), state, isLimitReached);

const key = (name: string) => screen.getByRole("button", { name });
const textOf = (role: string) => screen.getByRole(role).textContent;
const headphones = () =>
  screen.getByRole("switch", { name: /I am wearing headphones/ });

beforeEach(() => {
  // jsdom has no object URLs and cannot play audio.
  URL.createObjectURL = () => "blob:take";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue();
  // jsdom cannot draw either.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
});
afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("before a take, shows the settings and the record button", async () => {
  const { onRecord, recorder } = show(IDLE);
  expect(screen.queryAllByRole("slider")).toEqual([]);
  await userEvent.click(headphones());
  expect(recorder.getSettings().hasHeadphones).toBe(false);
  await userEvent.click(screen.getByRole("switch", { name: /Count-in/ }));
  expect(recorder.getSettings().hasCountIn).toBe(true);
  await userEvent.click(key("Start recording"));
  expect(onRecord).toHaveBeenCalledTimes(1);
});

test("names the beat's terms before a take, without asking for a press", () => {
  show(IDLE);
  const line = "Terms: Share it anywhere with credit, but not for money.";
  const shown = screen.getByText(/Share it anywhere/).textContent.trim();
  expect(shown).toBe(line);
});

test("offers to download a recording that could not be finished", async () => {
  const createUrl = vi.fn(() => "blob:raw");
  URL.createObjectURL = createUrl;
  const file = new Blob(["raw"], { type: "audio/mp4" });
  const recording = { file, credit: null };
  show({ ...IDLE, problem: { kind: "take", recording } });
  await userEvent.click(key("Download the recording"));
  expect(createUrl).toHaveBeenCalledWith(file);
});

test("says that the delay cannot be measured without worklets", async () => {
  show(IDLE);
  await userEvent.click(key("Check headphones, level and sync"));
  expect(screen.queryByRole("button", { name: "Measure delay" })).toBeNull();
  expect(screen.getByText(/This browser has no AudioWorklet/)).toBeTruthy();
});

test("keeps the check open while the delay is measured", async () => {
  vi.stubGlobal("AudioWorklet", class {});
  show(IDLE);
  await userEvent.click(key("Check headphones, level and sync"));
  await userEvent.click(key("Measure delay"));
  await userEvent.click(key("Play test sound"));
  expect(key("Done").hasAttribute("disabled")).toBe(true);
  expect(key("Check the microphone").hasAttribute("disabled")).toBe(true);
  expect(headphones().hasAttribute("disabled")).toBe(true);
});

/** Gives the page devices whose names the browser hides. */
function stubDevices(enumerateDevices = async (): Promise<[]> => []) {
  const devices = {
    enumerateDevices,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  vi.stubGlobal(
    "navigator",
    Object.create(navigator, { mediaDevices: { value: devices } }),
  );
}

test("offers the check once before the first take, also to a press before devices are known", async () => {
  stubDevices(() => new Promise(() => undefined));
  const { onRecord } = show(IDLE);
  await userEvent.click(key("Start recording"));
  const title = screen.getByRole("heading", {
    name: "First take on these devices?",
  });
  expect(document.activeElement).toBe(title);
  expect(onRecord).not.toHaveBeenCalled();
  await userEvent.click(key("Skip"));
  expect(onRecord).toHaveBeenCalledTimes(1);
  await userEvent.click(key("Start recording"));
  expect(onRecord).toHaveBeenCalledTimes(2);
});

test("offers no check on devices that were used before", async () => {
  stubDevices();
  rememberHeadphones("microphone and speakers", true);
  const { onRecord } = show(IDLE);
  await act(async () => undefined);
  await userEvent.click(key("Start recording"));
  expect(onRecord).toHaveBeenCalledTimes(1);
});

test("reports a denied microphone and allows another try", async () => {
  const { onRecord } = show({ ...IDLE, problem: { kind: "microphone" } });
  expect(textOf("alert")).toBe(
    "Could not access microphone or initialize audio context. Please check permissions.",
  );
  await userEvent.click(key("Start recording"));
  expect(onRecord).toHaveBeenCalledTimes(1);
});

test("disables the record button while the microphone opens", () => {
  show({ ...IDLE, isOpening: true, count: null });
  expect(key("Start recording").hasAttribute("disabled")).toBe(true);
  expect(textOf("status")).toBe("Opening the microphone…");
});

test("while recording, shows the counter, the meter and the stop button", () => {
  show({ phase: "recording", isKept: true });
  expect(screen.getByRole("timer", { name: "0:00 of 5:00" })).toBeTruthy();
  expect(
    screen
      .getByRole("meter", { name: "Microphone level" })
      .getAttribute("aria-valuenow"),
  ).toBe("0");
  expect(key("Stop recording")).toBeTruthy();
});

test("reports a limit reached while recording and lets the take continue", () => {
  show({ phase: "recording", isKept: true }, true);
  expect(textOf("alert")).toBe("Verse limit reached for this beat.");
  expect(key("Stop recording").hasAttribute("disabled")).toBe(false);
});

test("offers to play, save, send and repeat a finished take", async () => {
  const { onUpload } = show(stoppedWith(take));
  expect(textOf("status")).toBe("Your take is ready");
  expect(screen.getByText("0:00/1:05")).toBeTruthy();
  expect(key("Play preview")).toBeTruthy();
  expect(key("Save to file")).toBeTruthy();
  expect(key("Record Again")).toBeTruthy();
  await userEvent.click(key("Upload Verse"));
  expect(onUpload).toHaveBeenCalledTimes(1);
});

test.each([
  ["a broken line", new Error(), "Error uploading verse. Please try again."],
  [
    "VERSE_LIMIT_REACHED",
    new ConvexError({
      code: "VERSE_LIMIT_REACHED",
      message: "Verse limit reached for this beat.",
    }),
    "Verse limit reached for this beat.",
  ],
])("reports an upload that fails with %s once", (_name, error, text) => {
  const problem = { kind: "upload", error } as const;
  show({ ...stoppedWith(take), problem }, error instanceof ConvexError);
  expect(screen.getAllByRole("alert").map((note) => note.textContent)).toEqual([
    text,
  ]);
  expect(key("Upload Verse").hasAttribute("disabled")).toBe(false);
});

test.each([
  [true, /needs a connection\. It was not sent and stays on this device\./],
  [false, /needs a connection\. It was not sent\. Keep this page open/],
])(
  "asks for a connection to prepare a take, kept: %s",
  async (isKept, text) => {
    const problem = { kind: "connection" } as const;
    const { onUpload } = show({ ...stoppedWith(take), isKept, problem });
    const note = screen
      .getAllByRole("alert")
      .find(({ textContent }) => text.test(textContent));
    expect(note).toBeTruthy();
    await userEvent.click(key("Try again"));
    expect(onUpload).toHaveBeenCalledTimes(1);
  },
);

/** Renders a dialog that follows a recorder with a finished take. */
async function stopped(changes: Partial<FinishedTake>) {
  const recorder = makeRecorder({ ...take, ...changes });
  await recorder.recover({
    id: take.id,
    userId: "u1",
    beatId: "b1",
    mimeType: "audio/webm",
    createdAt: 1,
  });
  open(recorder);
}

test("moves a separate voice in steps and resets it", async () => {
  await stopped({ stem });
  const timing = screen.getByRole("slider", { name: "Voice timing" });
  expect(timing.getAttribute("aria-valuetext")).toBe("as recorded");
  expect(screen.getByRole("slider", { name: "Voice level" })).toBeTruthy();
  const beatLevel = screen.getByRole("slider", { name: "Beat level" });
  beatLevel.focus();
  await userEvent.keyboard("{Home}");
  expect(beatLevel.getAttribute("aria-valuenow")).toBe("0");
  await userEvent.click(key("Reset voice"));
  expect(beatLevel.getAttribute("aria-valuenow")).toBe("1");
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

test("lets the user choose how the voice sounds, and resets it", async () => {
  await stopped({ stem });
  const sounds = within(screen.getByRole("group", { name: "Voice sound" }));
  const tiles = sounds.getAllByRole<HTMLInputElement>("radio");
  const chosen = () => tiles.find(({ checked }) => checked)?.value;
  const names = tiles.map((tile) => tile.parentElement?.textContent);
  expect(names).toEqual(["Dry", "Clean", "Warm", "Hall", "Phone"]);
  expect(chosen()).toBe("dry");
  expect(key("Reset voice").hasAttribute("disabled")).toBe(true);
  await userEvent.click(sounds.getByRole("radio", { name: "Hall" }));
  expect(chosen()).toBe("hall");
  await userEvent.click(key("Reset voice"));
  expect(chosen()).toBe("dry");
});

test("mentions that the voice was too loud for the microphone", async () => {
  await stopped({ clips: 2 });
  expect(textOf("alert")).toMatch(/^Parts of this take/);
});

test("hides the voice controls for a take without a separate voice", async () => {
  await stopped({});
  expect(screen.queryByRole("slider", { name: "Voice timing" })).toBeNull();
  expect(screen.queryByRole("slider", { name: "Voice level" })).toBeNull();
});

test.each([
  [1, "1 short gap in the sound. Record again?"],
  [3, "3 short gaps in the sound. Record again?"],
])("reports %d dropouts", async (dropouts, text) => {
  await stopped({ dropouts });
  expect(textOf("alert")).toBe(text);
});

test("shows the remixing before the upload", () => {
  show({ ...uploading, isMixing: true, percent: 100 });
  expect(textOf("status")).toBe("Mixing your take…");
  expect(key("Cancel upload").hasAttribute("disabled")).toBe(false);
});

test("disables the upload while a take is being finished", () => {
  show(stoppedWith(null));
  expect(key("Upload Verse").hasAttribute("disabled")).toBe(true);
  expect(key("Record Again").hasAttribute("disabled")).toBe(true);
});

test("shows the progress of an upload and lets the user cancel it", () => {
  show({ ...uploading, percent: 40 });
  expect(textOf("status")).toBe("Uploading 40%");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(
    "40",
  );
  expect(key("Cancel upload").hasAttribute("disabled")).toBe(false);
});

test("says without a connection that sending goes on by itself", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  show({ ...uploading, isKept: false });
  expect(textOf("status")).toBe(
    "No connection, 0% sent. It goes on by itself once you are online.",
  );
});

test("says that the site cannot be reached, after a moment", async () => {
  vi.useFakeTimers();
  show({ ...uploading, percent: 40 });
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("Uploading 40%");
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(status.textContent).toMatch(/^Gully Cypher cannot be reached, 40%/);
  vi.useRealTimers();
});

test("throws a take away only after a question", async () => {
  onDiscard.mockClear();
  await stopped({});
  await userEvent.click(key("Discard take"));
  const question = within(
    await screen.findByRole("dialog", { name: "Throw this take away?" }),
  );
  expect(onDiscard).not.toHaveBeenCalled();
  await userEvent.click(question.getByRole("button", { name: "Discard take" }));
  expect(onDiscard).toHaveBeenCalledWith("take-1");
});
