/**
 * Measures where the voice lands on the beat in the finished file, over a virtual
 * cable from the speakers to the microphone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { machineBusyMs } from "../procfs.ts";
import type { Finding, Study } from "../study.ts";
import { type CellResult, measureCell, type TakeResult } from "./takes.ts";
import type { Cable } from "./virtualCable.ts";

const DELAYS_MS = [0, 40, 120, 250];
const RATES = [48_000, 44_100];
/** Rates of the microphone and of the output in Hz, as on many phones and with headsets. */
const UNEQUAL_RATES = [
  [48_000, 44_100],
  [44_100, 48_000],
  [16_000, 48_000],
] as const;
const CELLS: readonly Cable[] = [
  ...RATES.flatMap((sampleRate) =>
    DELAYS_MS.map((delayMs) => ({ sampleRate, delayMs })),
  ),
  ...UNEQUAL_RATES.map(([sampleRate, outputRate]) => ({
    ...{ sampleRate, outputRate, delayMs: 120 },
  })),
];
const TAKES = 5;
const FULL_TAKES = 20;
const TAKE_MS = 3_000;
/** A voice that moves by less inside a take does not count as a jump. */
const JUMP_MS = 3;

interface Circumstance {
  readonly name: string;
  readonly busyLoops: number;
  readonly aimMs: number;
  readonly words: string;
}

/** Measures on a machine that does nothing else. */
export const studio = makeStudy({
  name: "studio",
  busyLoops: 0,
  aimMs: 3,
  words: "Nothing else was started on the machine.",
});

/** Measures beside programs that take all the processor time they can get. */
export const studioBusy = makeStudy({
  name: "studioBusy",
  busyLoops: 2,
  aimMs: 10,
  words: "Two programs that never pause ran beside the browser.",
});

interface Measured extends CellResult {
  readonly cable: Cable;
  /** Cores that the whole machine used, on average. */
  readonly coresUsed: number;
}

function makeStudy(circumstance: Circumstance): Study {
  return {
    name: circumstance.name,
    async run({ full }) {
      const takes = full ? FULL_TAKES : TAKES;
      const loops = startLoops(circumstance.busyLoops);
      try {
        const cells: Measured[] = [];
        for (const cable of CELLS) {
          const cell = await measure(cable, takes);
          cells.push(cell);
          console.log(row(cell, circumstance.aimMs));
        }
        return describe(circumstance, cells);
      } finally {
        for (const loop of loops) loop.kill("SIGKILL");
      }
    },
  };
}

async function measure(cable: Cable, takes: number): Promise<Measured> {
  const startedAtMs = performance.now();
  const busyBeforeMs = machineBusyMs();
  const result = await measureCell(cable, { takes, takeMs: TAKE_MS });
  const busyMs = machineBusyMs() - busyBeforeMs;
  const coresUsed = busyMs / (performance.now() - startedAtMs);
  return { ...result, cable, coresUsed };
}

function startLoops(count: number): ChildProcess[] {
  return Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
}

function describe(
  { words, aimMs }: Circumstance,
  cells: readonly Measured[],
): Finding {
  const lines = [
    `Headless Chromium over a virtual cable: a private PulseAudio whose speakers come back as the microphone, delayed and`,
    `marked. Each take opens the microphone anew, after one sync check per row. ${words} Errors are`,
    `distances between beat and voice at the start of the finished file; the aim is ±${aimMs} ms at p95. A jump is a move by more`,
    `than ${JUMP_MS} ms inside a take; "told" are the takes with a jump of which the rapper is told. "Priority" says whether the`,
    "sound programs had real-time priority, as on phones. Cores used include the study itself.",
    "",
    "| cable | takes | measured delay | checks | median | p95 | max | aim | jumps (largest) | told | cores used | priority |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...cells.map((cell) => row(cell, aimMs)),
  ];
  return { lines, figures: cells };
}

function row(cell: Measured, aimMs: number): string {
  const { sampleRate, outputRate = sampleRate } = cell.cable;
  const rates = new Set([sampleRate, outputRate]);
  const { cable, takes, measuredMs, checks, coresUsed, isPromoted } = cell;
  const errors = takes
    .map(({ lateMs }) => Math.abs(lateMs))
    .sort((a, b) => a - b);
  const p95 = share(errors, 0.95);
  const jumps = takes.filter(hasJump);
  const cells = [
    `${[...rates].map((rate) => rate / 1000).join(" on ")} kHz, ${cable.delayMs} ms`,
    takes.length,
    measuredMs === null ? "none" : `${measuredMs.toFixed(1)} ms`,
    checks,
    `${share(errors, 0.5).toFixed(1)} ms`,
    `${p95.toFixed(1)} ms`,
    `${share(errors, 1).toFixed(1)} ms`,
    p95 <= aimMs ? "kept" : "MISSED",
    `${jumps.length} (${Math.max(0, ...takes.map((take) => take.jumpMs)).toFixed(1)} ms)`,
    `${jumps.filter(({ told }) => told > 0).length} of ${jumps.length}`,
    coresUsed.toFixed(1),
    isPromoted ? "yes" : "no",
  ];
  return `| ${cells.join(" | ")} |`;
}

const hasJump = ({ jumpMs }: TakeResult) => jumpMs > JUMP_MS;

/** The value that this share of the sorted values does not exceed. */
function share(sorted: readonly number[], part: number): number {
  const index = Math.ceil(part * sorted.length) - 1;
  return sorted[Math.max(0, index)] ?? Number.NaN;
}
