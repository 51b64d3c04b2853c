/**
 * The action workers of one deployment. Another worker starts only when none is
 * responsive.
 */
import type {
  ActionAnswer,
  ActionRequest,
  ActionRun,
  ActionWorkerData,
  HttpActionResult,
  HttpActionRun,
} from "../messages/actionMessages.ts";
import { machineMebibytes } from "../contract/machineMemory.ts";
import { mostWorkers, sparesOf, SWEEP_MS } from "./spareWorkers.ts";
import { ActionLink, departed, type OnHead } from "./actionLink.ts";

export interface ActionPoolOptions {
  readonly data: Omit<ActionWorkerData, "heartbeat">;
  readonly timeoutMs: number;
  readonly memoryMib: number;
  readonly answer: (
    request: ActionRequest,
    runId: number,
  ) => Promise<ActionAnswer>;
  readonly onStray: (message: string) => void;
  readonly onStuck: (message: string) => void;
}

export class ActionPool {
  readonly #options: ActionPoolOptions;
  readonly #links = new Set<ActionLink>();
  readonly #sweep: NodeJS.Timeout;
  #isRetired = false;

  constructor(options: ActionPoolOptions) {
    this.#options = options;
    this.#spawn();
    this.#sweep = setInterval(() => this.#endSpare(), SWEEP_MS).unref();
  }

  /** Resolves when the action has ended. */
  async run(
    message: ActionRun | HttpActionRun,
    onHead: OnHead | null = null,
    departure?: AbortSignal,
  ): Promise<HttpActionResult> {
    if (departure?.aborted === true) return departed();
    const link = this.#pick();
    const withdraw = () => link.withdraw(message.id);
    departure?.addEventListener("abort", withdraw);
    try {
      return await link.run(message, onHead);
    } finally {
      departure?.removeEventListener("abort", withdraw);
      if (this.#isRetired) await this.#closeIdle();
    }
  }

  /**
   * Ends idle workers now and each busy one after its last action. The action
   * timeout bounds the wait.
   */
  async retire(): Promise<void> {
    this.#isRetired = true;
    clearInterval(this.#sweep);
    await this.#closeIdle();
  }

  async close(): Promise<void> {
    this.#isRetired = true;
    clearInterval(this.#sweep);
    await Promise.all([...this.#links].map((link) => link.terminate()));
  }

  async #closeIdle(): Promise<void> {
    const idle = [...this.#links].filter((link) => link.runningCount === 0);
    await Promise.all(idle.map((link) => link.terminate()));
  }

  #endSpare(): void {
    for (const link of sparesOf([...this.#links])) void link.terminate();
  }

  #pick(): ActionLink {
    const byLoad = [...this.#links]
      .filter((link) => !link.isEnding)
      .sort((a, b) => a.runningCount - b.runningCount);
    const responsive = byLoad.find((link) => link.isResponsive);
    if (responsive) return responsive;
    if (byLoad.length < mostWorkers(machineMebibytes())) return this.#spawn();
    return byLoad[0] ?? this.#spawn();
  }

  #spawn(): ActionLink {
    const { data, timeoutMs, memoryMib, answer, onStray, onStuck } =
      this.#options;
    const link = new ActionLink(
      data,
      { timeoutMs, memoryMib },
      {
        answer,
        onStray,
        onStuck,
        onExit: (ended) => void this.#links.delete(ended),
      },
    );
    this.#links.add(link);
    return link;
  }
}
