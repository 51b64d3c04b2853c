/**
 * How many action workers there may be at a time. Each holds the modules of the
 * app, the contexts of the actions it runs, and garbage: up to 300 MiB under an
 * attack.
 */
import type { ActionLink } from "./actionLink.ts";

const MAX_WORKERS = 4;
const WORKER_MEBIBYTES = 300;
/** Part of the machine's memory that action workers may take together. */
const WORKERS_SHARE = 0.3;
/** A worker that was needed for a moment is ended after this time without work. */
export const SPARE_MS = 30_000;
export const SWEEP_MS = 10_000;

/**
 * Returns how many action workers may run. At least two, because a function
 * that blocks one must not stop all other actions.
 */
export function mostWorkers(machineMebibytes: number): number {
  const fitting = (WORKERS_SHARE * machineMebibytes) / WORKER_MEBIBYTES;
  return Math.max(2, Math.min(MAX_WORKERS, Math.floor(fitting)));
}

/**
 * Returns the workers to end: those without work for `SPARE_MS`. One of them
 * stays if no other is left.
 */
export function sparesOf<
  Worker extends Pick<ActionLink, "isEnding" | "idleMs">,
>(workers: readonly Worker[]): readonly Worker[] {
  const lasting = workers.filter(({ isEnding }) => !isEnding);
  const idle = lasting.filter(({ idleMs }) => idleMs >= SPARE_MS);
  return idle.length < lasting.length ? idle : idle.slice(1);
}
