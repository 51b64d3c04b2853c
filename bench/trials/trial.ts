import type { Setting, SystemName } from "../systems.ts";

/** One comparison, as data; `measure` runs in a fresh process for each side. */
export interface Trial {
  readonly name: string;
  readonly title: string;
  /** What the floor is, in one line of the report. */
  readonly floor: string;
  readonly unit: string;
  /** Which of the figures the ratio is made of. */
  readonly figure: string;
  readonly better: "smaller" | "greater";
  measure(system: SystemName, setting: Setting): Promise<Figures>;
}

export type Figures = Readonly<Record<string, number>>;
