/** Formats the attacks of a run as the tables in the README. */
import type { Latency } from "./bystander.ts";
import type { Row } from "./table.ts";

const HEADS = [
  "attack",
  "sent",
  "a bystander waits: before",
  "during",
  "after",
  "memory",
];

/** Formats latencies in ms: median, worst. */
export function attackTable(rows: readonly Row[]): string[] {
  const lines = rows.flatMap(lineOf);
  if (lines.length === 0) return [];
  return [line(HEADS), line(HEADS.map(() => "---")), ...lines];
}

const STORM_HEADS = ["storm", "page", "query", "vote"];

/** Formats how long a bystander waits before and during each storm: median and p95 in ms. */
export function stormTable(rows: readonly Row[]): string[] {
  const lines = rows.flatMap(({ fault: { name }, outcome: { figures } }) => {
    const parts = figures?.parts ?? [];
    const cells = parts.map(
      ({ quiet, during }) => `${spread(quiet)} -> ${spread(during)}`,
    );
    return cells.length === 0 ? [] : [line([name, ...cells])];
  });
  if (lines.length === 0) return [];
  return [line(STORM_HEADS), line(STORM_HEADS.map(() => "---")), ...lines];
}

const spread = ({ medianMs, p95Ms }: Latency) =>
  `${Math.round(medianMs)}/${Math.round(p95Ms)}`;

function lineOf({ fault, outcome: { figures } }: Row): string[] {
  if (figures === undefined) return [];
  const { requests, bytes, quiet, during, after, memoryMebibytes } = figures;
  const { before, peak } = memoryMebibytes;
  const cells = [
    `${fault.id} ${fault.name}`,
    `${requests.toLocaleString("en")}, ${sizeOf(bytes)}`,
    ...[quiet, during, after].map(shortly),
    `${Math.round(before)} to ${Math.round(peak)} MiB`,
  ];
  return [line(cells)];
}

function shortly({ medianMs, worstMs }: Latency): string {
  return `${Math.round(medianMs)}, ${Math.round(worstMs)} ms`;
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes < 1
    ? `${Math.ceil(bytes / 1024)} KiB`
    : `${Math.round(mebibytes)} MiB`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
