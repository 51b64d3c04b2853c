import type { Setting, SystemName } from "../systems.ts";

/** One comparison, as data; `measure` runs in a fresh process for each side. */
export interface Trial {
  readonly name: string;
  /** What the floor is, in one line of the report. */
  readonly floor: string;
  /** What everybody would build, measured in the same turn. */
  readonly peer?: string;
  /** As many pairs are worth their time. */
  readonly maxPairs?: number;
  /** Sizes of tables that are filled before the first pair. */
  readonly rows?: readonly number[];
  readonly lines: readonly [Line, ...Line[]];
  measure(system: SystemName, setting: Setting): Promise<Figures>;
}

/** A figure that stands in the report's table. */
export interface Line {
  readonly title: string;
  readonly figure: string;
  readonly unit: string;
  readonly aim?: Aim;
}

/** A bound of product / floor, or of the product's own figure. */
export type Aim =
  | { readonly of: "ratio"; readonly atMost: number }
  | { readonly of: "ratio"; readonly atLeast: number }
  | { readonly of: "product"; readonly atMost: number };

export type Figures = Readonly<Record<string, number>>;
