/**
 * The browser operations that engine tests need. Each engine implements them in
 * one adapter.
 */
import type { EngineName } from "../../tools/scripts/engines.ts";
import type { Target } from "./target.ts";

/**
 * Whether pages get a microphone. "refused": permission is denied; "absent":
 * there is no device.
 */
export type Microphone = "given" | "refused" | "absent";

export interface Engine {
  readonly name: EngineName;
  /** Opens a tab with separate cookies and storage. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

export type Key = "Enter" | "ArrowLeft" | "ArrowRight" | "Home" | "End";

/** Size of a page in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * A page in one engine. Operations fail if the target is not there yet;
 * `Screen` waits for it.
 */
export interface Tab {
  resize(size: Size): Promise<void>;
  goto(url: string): Promise<void>;
  /** Reloads, and confirms if the page asks whether to leave. */
  reload(): Promise<void>;
  /**
   * Runs a self-contained function in the page. Argument and result must be
   * JSON.
   */
  evaluate<Arg, Answer>(
    run: (arg: Arg) => Answer | Promise<Answer>,
    arg: Arg,
  ): Promise<Answer>;
  /** Puts another tab in front for a while. */
  hideFor(ms: number): Promise<void>;
  count(target: Target): Promise<number>;
  attribute(target: Target, name: string): Promise<string | null>;
  click(target: Target): Promise<void>;
  /** Replaces the content of a field. */
  fill(target: Target, text: string): Promise<void>;
  /** Selects an option of a list by its text. */
  choose(target: Target, option: string): Promise<void>;
  press(target: Target, key: Key): Promise<void>;
  upload(target: Target, file: string): Promise<void>;
  /** Takes a screenshot as PNG. */
  screenshot(): Promise<Uint8Array>;
  /** Returns the uncaught errors of the page since it was opened. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}
