import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scope } from "../../lib/scope";
import { keepOutputAwake, SoundOutput } from "./soundOutput";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A context whose state changes only when a test says so. */
class FakeContext {
  state = "suspended";
  isStanding = false;
  canResume = true;
  readonly #startsAfterMs: number;
  #startedMs = Infinity;

  constructor(startsAfterMs = 30) {
    this.#startsAfterMs = startsAfterMs;
  }

  get currentTime(): number {
    const ms = performance.now() - this.#startedMs;
    return this.isStanding ? 7 : Math.max(0, ms) / 1000;
  }

  async resume(): Promise<void> {
    if (!this.canResume) throw new Error("interrupted");
    this.state = "running";
    this.#startedMs = performance.now() + this.#startsAfterMs;
  }

  async close(): Promise<void> {
    this.state = "closed";
  }
}

function outputOf(...contexts: FakeContext[]) {
  const make = vi.fn<() => AudioContext>();
  for (const context of contexts)
    make.mockReturnValueOnce(context as unknown as AudioContext); // the parts that are used
  const output = new SoundOutput(make);
  /** Opens the output and returns how long that took. */
  const open = async () => {
    const from = performance.now();
    let endedMs = 0;
    const opening = output.open().finally(() => {
      endedMs = performance.now() - from;
    });
    opening.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    const context = await opening.catch((error: unknown) => error);
    return { context, endedMs };
  };
  return { make, open };
}

test("uses one context as long as its clock moves", async () => {
  const first = new FakeContext();
  const { make, open } = outputOf(first);
  expect(await open()).toMatchObject({ context: first });
  expect(await open()).toMatchObject({ context: first });
  expect(make).toHaveBeenCalledTimes(1);
});

test("waits for a sound device that wakes up slowly", async () => {
  const slow = new FakeContext(3_000);
  expect(await outputOf(slow).open()).toMatchObject({ context: slow });
});

test.each([
  ["says that it runs, with a clock that stands still", { isStanding: true }],
  ["cannot be resumed", { state: "interrupted", canResume: false }],
])("takes a new context when the one before %s", async (_, after) => {
  const [before, fresh] = [new FakeContext(), new FakeContext()];
  const { open } = outputOf(before, fresh);
  await open();
  Object.assign(before, after);
  const { context, endedMs } = await open();
  expect(context).toBe(fresh);
  expect(before.state).toBe("closed");
  expect(endedMs).toBeLessThan(2_000);
});

test("gives up in seconds if the new one stands still too, and tries again", async () => {
  const [before, dead, fresh] = [
    new FakeContext(),
    new FakeContext(),
    new FakeContext(),
  ];
  const { open } = outputOf(before, dead, fresh);
  await open();
  before.isStanding = true;
  dead.isStanding = true;
  const { context, endedMs } = await open();
  expect(context).toBeInstanceOf(Error);
  expect(endedMs).toBeLessThan(7_000);
  expect(await open()).toMatchObject({ context: fresh });
});

test("the output never gets nothing, and nothing that can be heard, until the scope ends", () => {
  const sources: FakeSource[] = [];
  class FakeSource {
    readonly calls: string[] = [];
    readonly offset: number;
    constructor(_: unknown, { offset }: { offset: number }) {
      this.offset = offset;
      sources.push(this);
    }
    connect = (to: unknown) => this.calls.push(`connect ${String(to)}`);
    start = () => this.calls.push("start");
    disconnect = () => this.calls.push("disconnect");
  }
  vi.stubGlobal("ConstantSourceNode", FakeSource);
  const scope = new Scope();
  // the code under test reads only these
  keepOutputAwake({ destination: "speakers" } as never, scope);
  scope.dispose();
  expect(sources).toHaveLength(1);
  const [{ offset, calls } = { offset: 0, calls: [] }] = sources;
  expect(calls).toEqual(["connect speakers", "start", "disconnect"]);
  expect(offset).toBeGreaterThan(0);
  // Half of the smallest step of 16 bits.
  expect(offset).toBeLessThan(2 ** -16);
});
