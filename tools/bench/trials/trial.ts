import type { Setting, SystemName } from "../setting.ts";

/**
 * Describes one comparison. `measure` runs in a fresh process for each side.
 */
export interface Trial {
  readonly name: string;
  /** Describes the floor in one line of the report. */
  readonly floor: string;
  /** Upper limit on the number of pairs, for trials that take long. */
  readonly maxPairs?: number;
  /** Whether members of the app are invented before the first pair. */
  readonly needsMembers?: true;
  /** Sizes of the tables that are filled before the first pair. */
  readonly rows?: readonly number[];
  readonly lines: readonly [Line, ...Line[]];
  measure(system: SystemName, setting: Setting): Promise<Figures>;
}

/** A figure that is shown in the report's table. */
export interface Line {
  readonly title: string;
  readonly figure: string;
  readonly unit: string;
  readonly aim?: Aim;
}

/** A bound on product / floor, or on the product's own figure. */
export type Aim =
  | { readonly of: "ratio"; readonly atMost: number }
  | { readonly of: "ratio"; readonly atLeast: number }
  | { readonly of: "product"; readonly atMost: number };

export type Figures = Readonly<Record<string, number>>;
