import type { Deployment } from "./deployment.ts";

export interface Check {
  /**
   * Functions of the component that this check calls, named as in its
   * documentation.
   */
  readonly functions: readonly string[];
  /** Sentence about what the component does. */
  readonly name: string;
  /**
   * Throws, usually an `AssertionError`, if the component behaves differently.
   */
  readonly run: (app: Deployment) => Promise<void>;
}

/** Tests one component. Its checks run in order against the same deployment. */
export interface CompatCase {
  /**
   * Name after `@convex-dev/`, or the alias of a version of `convex` in
   * package.json.
   */
  readonly component: string;
  /** Folder in `apps/`; default: `component`. */
  readonly app?: string;
  readonly checks: readonly Check[];
}

export interface Failure {
  readonly component: string;
  readonly functions: string;
  readonly check: string;
  readonly expected: string;
  readonly got: string;
}

export interface Outcome {
  readonly compatCase: CompatCase;
  readonly passed: number;
  readonly failures: readonly Failure[];
}
