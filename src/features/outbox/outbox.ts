import { Listeners } from "../../lib/listeners";
import type { OutboxEntry, Outcome } from "./entry";
import type { OutboxStore } from "./outboxStore";
import type { Notice, Tabs } from "./tabs";

const NONE: readonly OutboxEntry[] = [];

/**
 * The takes that are waiting to be sent or being sent, the same in every tab. This class keeps the
 * list; `OutboxSender` sends the takes.
 */
export class Outbox {
  readonly #store: OutboxStore;
  readonly #tabs: Pick<Tabs, "tell" | "listen">;
  readonly #listeners = new Listeners();
  readonly #outcomes = new Map<string, Outcome>();
  #entries = NONE;
  #userId: string | null = null;

  constructor(store: OutboxStore, tabs: Pick<Tabs, "tell" | "listen">) {
    this.#store = store;
    this.#tabs = tabs;
    tabs.listen((notice) => void this.#hear(notice));
  }

  readonly subscribe = this.#listeners.subscribe;
  /** The entries of the user for whom `open` was called last, oldest first. */
  readonly getEntries = (): readonly OutboxEntry[] => this.#entries;

  /** Reads the entries of a user. */
  async open(userId: string): Promise<void> {
    this.#userId = userId;
    await this.#refresh();
  }

  /** Adds a take. Rejects, and stores nothing, if this browser cannot store the take. */
  async add(entry: OutboxEntry, file: Blob): Promise<void> {
    this.#outcomes.delete(entry.id);
    await this.#store.add(entry, file);
    // Someone else may have signed in while the take was mixed.
    this.#userId ??= entry.userId;
    await this.#changed();
  }

  find(id: string): OutboxEntry | null {
    return this.#entries.find((entry) => entry.id === id) ?? null;
  }

  load(entry: OutboxEntry): Promise<Blob | null> {
    return this.#store.load(entry);
  }

  async change(id: string, changes: Partial<OutboxEntry>): Promise<void> {
    await this.#store.change(id, changes);
    await this.#changed();
  }

  /** Removes an entry, and tells every tab why. */
  async remove(id: string, outcome: Outcome): Promise<void> {
    await this.#store.remove(id);
    this.#outcomes.set(id, outcome);
    await this.#changed({ id, outcome });
  }

  /** Returns how an entry left the outbox; null if it is still there or never was. */
  outcomeOf(id: string): Outcome | null {
    if (this.#entries.some((entry) => entry.id === id)) return null;
    return this.#outcomes.get(id) ?? null;
  }

  async #hear({ gone }: Notice): Promise<void> {
    if (gone) this.#outcomes.set(gone.id, gone.outcome);
    await this.#refresh();
  }

  async #changed(gone: Notice["gone"] = null): Promise<void> {
    await this.#refresh();
    this.#tabs.tell({ gone });
  }

  async #refresh(): Promise<void> {
    if (this.#userId === null) return;
    this.#entries = await this.#store.list(this.#userId);
    this.#listeners.tell();
  }
}
