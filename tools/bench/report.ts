/** Formats the figures as tables and writes them to results/. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Circumstances } from "./circumstances.ts";
import { median } from "./median.ts";
import type { Measured } from "./measureOne.ts";
import type { Finding } from "./study.ts";
import type { Aim, Line, Trial } from "./trials/trial.ts";

export interface Comparison {
  readonly trial: Trial;
  readonly floor: readonly Measured[];
  readonly product: readonly Measured[];
}

export const TABLE_HEAD =
  "| measure | floor: median (range) | product: median (range) | product / floor | aim | | other load | the floor is |\n" +
  "| --- | --- | --- | --- | --- | --- | --- | --- |";

/** Returns a table row for each line of the trial. */
export function rowsFor(comparison: Comparison): string[] {
  const { trial, floor, product } = comparison;
  return trial.lines.map((line) => {
    const verdict = judge(line, floor, product);
    return row(line, floor, product, [...verdict, trial.floor]);
  });
}

function row(
  { title, figure, unit }: Line,
  other: readonly Measured[],
  product: readonly Measured[],
  [aim = "", verdict = "", floor = ""]: readonly string[],
): string {
  const cells = [
    title,
    withUnit(show(values(other, figure)), unit),
    withUnit(show(values(product, figure)), unit),
    times(ratio(values(other, figure), values(product, figure))),
    aim,
    verdict,
    percent(median([...other, ...product].map(({ otherCpu }) => otherCpu))),
    floor,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Returns the aim in words, and whether the figures meet it. */
function judge(
  { figure, unit, aim }: Line,
  floor: readonly Measured[],
  product: readonly Measured[],
): [string, string] {
  if (aim === undefined) return ["", ""];
  const value =
    aim.of === "ratio"
      ? ratio(values(floor, figure), values(product, figure))
      : median(values(product, figure));
  const isKept = "atMost" in aim ? value <= aim.atMost : value >= aim.atLeast;
  return [describe(aim, unit), isKept ? "kept" : "MISSED"];
}

function describe(aim: Aim, unit: string): string {
  const bound =
    "atMost" in aim ? `at most ${aim.atMost}` : `at least ${aim.atLeast}`;
  return aim.of === "ratio" || unit === "x" ? `${bound}x` : `${bound} ${unit}`;
}

/** Writes the results of a full run. Returns the path of the Markdown page. */
export function save(
  where: Circumstances,
  comparisons: readonly Comparison[],
): string {
  const text = JSON.stringify({ ...where, comparisons }, null, 2);
  return write(where.at.slice(0, 10), text, page(where, comparisons));
}

/** Writes the results of one study. Returns the path of the Markdown page. */
export function saveFinding(
  where: Circumstances,
  name: string,
  { lines, figures }: Finding,
): string {
  const date = where.at.slice(0, 10);
  const head = [`# ${name}, ${date}`, "", machineLine(where), ""];
  const text = JSON.stringify({ ...where, figures }, null, 2);
  return write(`${date}-${name}`, text, [...head, ...lines, ""].join("\n"));
}

/** Writes both files and returns the path of the Markdown page. */
function write(name: string, json: string, markdown: string): string {
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${json}\n`);
  const pagePath = join(folder, `${name}.md`);
  writeFileSync(pagePath, markdown);
  return pagePath;
}

const machineLine = ({
  commit,
  cores,
  processor,
  memoryGigabytes,
  node,
}: Circumstances) =>
  `Commit ${commit}, ${cores} cores of ${processor}, ${memoryGigabytes} GiB, Node ${node}, loopback.`;

function page(
  where: Circumstances,
  comparisons: readonly Comparison[],
): string {
  return [
    `# Figures of ${where.at.slice(0, 10)}`,
    "",
    machineLine(where),
    'Floor and product ran in turn in one run, each in a fresh process; ratios of medians. "Other load" is the',
    "share of one core that the rest of the machine used: compare the ratios, not the absolute figures.",
    "",
    TABLE_HEAD,
    ...comparisons.flatMap(rowsFor),
    "",
    ...comparisons.flatMap(details),
  ].join("\n");
}

/** Lists every figure of a trial, including those that have no aim. */
function details({ trial, floor, product }: Comparison): string[] {
  const sides = [floor, product];
  const names = new Set(
    sides.flat().flatMap(({ figures }) => Object.keys(figures)),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `## ${trial.name}`,
    "",
    line(["figure", "floor", "product"]),
    line(["---", ...sides.map(() => "---")]),
    ...[...names].map((name) =>
      line([name, ...sides.map((side) => show(values(side, name)))]),
    ),
    "",
  ];
}

function values(measured: readonly Measured[], figure: string): number[] {
  return measured
    .map(({ figures }) => figures[figure])
    .filter((value): value is number => Number.isFinite(value));
}

function ratio(floor: readonly number[], product: readonly number[]): number {
  return median(product) / median(floor);
}

function times(quotient: number): string {
  return Number.isFinite(quotient) ? `${quotient.toPrecision(3)}x` : "-";
}

function withUnit(text: string, unit: string): string {
  return unit === "x" ? text : `${text} ${unit}`;
}

function show(figures: readonly number[]): string {
  if (figures.length === 0) return "-";
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const middle = round(median(figures));
  return figures.length === 1
    ? middle
    : `${middle} (${round(low)}-${round(high)})`;
}

function round(value: number): string {
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en")
    : value.toPrecision(3);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
