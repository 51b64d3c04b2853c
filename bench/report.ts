/** Where and on what the figures were taken, and how they are written down. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { median } from "./load/percentile.ts";
import type { Measured } from "./measureOne.ts";
import type { Finding } from "./study.ts";
import type { Trial } from "./trials/trial.ts";

export interface Comparison {
  readonly trial: Trial;
  readonly floor: readonly Measured[];
  readonly product: readonly Measured[];
}

export interface Circumstances {
  readonly at: string;
  readonly commit: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
}

export function circumstances(): Circumstances {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: import.meta.dirname,
      encoding: "utf8",
    }).trim();
  const changed = git("status", "--porcelain", "-uno") === "" ? "" : "+changes";
  return {
    at: new Date().toISOString(),
    commit: git("rev-parse", "--short", "HEAD") + changed,
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}

export function lineFor({ trial, floor, product }: Comparison): string {
  const floorFigures = values(floor, trial.figure);
  const productFigures = values(product, trial.figure);
  const cells = [
    trial.title,
    `${show(floorFigures)} ${trial.unit}`,
    `${show(productFigures)} ${trial.unit}`,
    ratio(floorFigures, productFigures),
    percent(median([...floor, ...product].map(({ otherCpu }) => otherCpu))),
    trial.floor,
  ];
  return `| ${cells.join(" | ")} |`;
}

export const tableHead =
  "| measure | floor: median (range) | product: median (range) | product / floor | other load | the floor is |\n" +
  "| --- | --- | --- | --- | --- | --- |";

export function save(
  where: Circumstances,
  comparisons: readonly Comparison[],
): string {
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  const stem = join(folder, where.at.slice(0, 10));
  writeFileSync(
    `${stem}.json`,
    JSON.stringify({ ...where, comparisons }, null, 2) + "\n",
  );
  writeFileSync(`${stem}.md`, page(where, comparisons));
  return `${stem}.md`;
}

export function saveFinding(
  where: Circumstances,
  name: string,
  { lines, figures }: Finding,
): string {
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  const date = where.at.slice(0, 10);
  const stem = join(folder, `${date}-${name}`);
  writeFileSync(
    `${stem}.json`,
    JSON.stringify({ ...where, figures }, null, 2) + "\n",
  );
  const head = [`# ${name}, ${date}`, "", machineLine(where), ""];
  writeFileSync(`${stem}.md`, [...head, ...lines, ""].join("\n"));
  return `${stem}.md`;
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
    tableHead,
    ...comparisons.map(lineFor),
    "",
    ...comparisons.flatMap(details),
  ].join("\n");
}

/** Every figure a trial gave besides the one it is judged by. */
function details({ trial, floor, product }: Comparison): string[] {
  const names = new Set(
    [...floor, ...product].flatMap(({ figures }) => Object.keys(figures)),
  );
  return [
    `## ${trial.name}`,
    "",
    "| figure | floor | product |",
    "| --- | --- | --- |",
    ...[...names].map(
      (name) =>
        `| ${name} | ${show(values(floor, name))} | ${show(values(product, name))} |`,
    ),
    "",
  ];
}

function values(measured: readonly Measured[], figure: string): number[] {
  return measured
    .map(({ figures }) => figures[figure])
    .filter((value): value is number => Number.isFinite(value));
}

function ratio(floor: readonly number[], product: readonly number[]): string {
  const quotient = median(product) / median(floor);
  return Number.isFinite(quotient) ? `${quotient.toPrecision(3)}x` : "-";
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
