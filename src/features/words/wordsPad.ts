import type { ErrorCode } from "../../../convex/shared/messages";
import {
  checkWords,
  keepWords,
  type KeptWords,
} from "../../../convex/shared/words";
import { cleanText } from "../../../convex/shared/plainText";
import { Listeners } from "../../lib/listeners";
import type { DeviceWords, WordsBook } from "./wordsBook";

export interface PadState {
  readonly text: string;
  /** The version that can be restored; null if there is none. */
  readonly older: KeptWords["older"];
  /**
   * Where the text is stored: "typing" until the next pause in typing, "nowhere" if the device
   * cannot store it.
   */
  readonly place: "typing" | "nowhere" | "device" | "account";
  /**
   * Why the server would refuse the text, which then stays on the device; null if the server would
   * accept it.
   */
  readonly refusal: ErrorCode | null;
  /** Why sending failed; null if sending did not fail. */
  readonly failure: unknown;
}

export interface PadParts {
  readonly book: WordsBook;
  /** Saves in the account; see `words.saveDraft`. */
  save(edit: {
    words: string;
    base: number | null;
    ageMs: number;
  }): Promise<KeptWords>;
  /** Resolves once a call of `save` would reach the server at once. */
  whenConnected(): Promise<void>;
  now(): number;
}

/** Length of the pause in typing after which the text is stored on the device. */
export const KEEP_AFTER_MS = 400;
/** Length of the pause in typing after which the text is sent. */
export const SEND_AFTER_MS = 2_500;

/**
 * The words of one person for one beat. After every pause in typing, stores the words on the device
 * and sends them if possible. If another tab or device changes them meanwhile, the newer version
 * wins and the older one is kept as a single copy. No method throws; failures are in the state.
 */
export class WordsPad {
  readonly #parts: PadParts;
  readonly #listeners = new Listeners();
  #state: PadState;
  /** `savedAt` of the device's version from which the text on the screen comes. */
  #seen: number | null;
  #changedAt = 0;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  /** The account's latest version; undefined until it is known. */
  #account: KeptWords | null | undefined;

  constructor(parts: PadParts) {
    this.#parts = parts;
    const kept = parts.book.read();
    this.#seen = kept?.savedAt ?? null;
    this.#state = stateOf(kept);
  }

  readonly getState = (): PadState => this.#state;
  readonly subscribe = this.#listeners.subscribe;

  type(text: string): void {
    this.#changedAt = this.#parts.now();
    this.#set({ text, place: "typing", refusal: null });
    this.#plan();
  }

  /** Shows the older version again; the current version becomes the older one. */
  restore(): void {
    const { older } = this.#state;
    if (older === null) return;
    this.keep();
    this.#changedAt = this.#parts.now();
    this.#set({ text: older.text, place: "typing", refusal: null });
    this.#keep(true);
  }

  /** Stores what was typed without waiting for a pause. */
  keep(): void {
    if (this.#keepTimer !== undefined) this.#keep(false);
  }

  /** Receives the account's version when it arrives or changes. */
  follow(account: KeptWords | null): void {
    this.#account = account;
    if (this.#isSending || this.#keepTimer !== undefined) return;
    const kept = this.#parts.book.read();
    if (account === null) {
      if (kept && kept.text !== "") this.#sendSoon();
    } else if (kept === null || kept.text === account.text || kept.isSent) {
      if (account.savedAt >= (kept?.base ?? 0)) this.#adopt(account);
    } else {
      this.#sendSoon();
    }
  }

  /** Shows what another tab has stored on this device. */
  followDevice(): void {
    if (this.#keepTimer !== undefined) return;
    const kept = this.#parts.book.read();
    if (kept === null) return;
    this.#seen = kept.savedAt;
    this.#set({ ...stateOf(kept), refusal: null });
  }

  /** Stores what was typed and sends it. */
  dispose(): void {
    this.keep();
    clearTimeout(this.#sendTimer);
    const kept = this.#parts.book.read();
    if (kept && !kept.isSent && this.#account !== undefined) void this.#send();
  }

  #plan(): void {
    clearTimeout(this.#keepTimer);
    clearTimeout(this.#sendTimer);
    this.#keepTimer = setTimeout(() => this.#keep(false), KEEP_AFTER_MS);
  }

  /** With `isAfresh`, the replaced text is kept as the older version. */
  #keep(isAfresh: boolean): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    const stored = this.#parts.book.read();
    const text = cleanText(this.#state.text);
    const base = isAfresh ? null : this.#seen;
    const next = { text, base, changedAt: this.#changedAt };
    const kept = keepWords(stored, next);
    const isSame = kept === stored;
    const words: DeviceWords = {
      ...kept,
      base: isAfresh ? null : (stored?.base ?? null),
      isSent: isSame && stored.isSent,
    };
    const isKept = this.#parts.book.write(words);
    this.#seen = kept.savedAt;
    this.#set({
      older: kept.older,
      place: isKept ? (words.isSent ? "account" : "device") : "nowhere",
    });
    if (!words.isSent) this.#sendSoon();
  }

  #sendSoon(): void {
    clearTimeout(this.#sendTimer);
    this.#sendTimer = setTimeout(() => void this.#send(), SEND_AFTER_MS);
  }

  async #send(): Promise<void> {
    const words = this.#parts.book.read() ?? this.#unkept();
    if (this.#isSending || words.isSent) return;
    const refusal = checkWords(words.text);
    this.#set({ refusal });
    if (refusal !== null) return;
    this.#isSending = true;
    try {
      // Waits first, because the age would be wrong if the call itself had to wait for a
      // connection.
      await this.#parts.whenConnected();
      const { text, base, savedAt } = this.#parts.book.read() ?? this.#unkept();
      const ageMs = Math.max(0, this.#parts.now() - savedAt);
      this.#sent(text, await this.#parts.save({ words: text, base, ageMs }));
    } catch (failure) {
      this.#isSending = false;
      this.#set({ failure });
    }
  }

  #sent(text: string, account: KeptWords): void {
    this.#isSending = false;
    this.#set({ failure: null });
    const kept = this.#parts.book.read();
    const isTyping = this.#keepTimer !== undefined;
    if (isTyping || (kept !== null && kept.text !== text)) {
      // The user has typed more meanwhile. The next version is based on the sent one, unless the
      // account kept another.
      const base = account.text === text ? account.savedAt : null;
      if (kept) this.#parts.book.write({ ...kept, base });
      if (!isTyping) this.#sendSoon();
      return;
    }
    this.#adopt(account);
    const latest = this.#account;
    if (latest && latest.savedAt > account.savedAt) this.#adopt(latest);
  }

  /** Shows the account's version and stores it on the device. */
  #adopt(account: KeptWords): void {
    const older = account.older ?? this.#state.older;
    const base = account.savedAt;
    const words = { ...account, older, base, isSent: true };
    this.#parts.book.write(words);
    this.#seen = account.savedAt;
    const isSame = cleanText(this.#state.text) === account.text;
    const text = isSame ? this.#state.text : account.text;
    this.#set({ text, older, place: "account" });
  }

  /** The text on the screen, used if the device cannot store it. */
  #unkept(): DeviceWords {
    const text = cleanText(this.#state.text);
    const base = this.#account?.savedAt ?? null;
    const savedAt = this.#changedAt;
    return { text, savedAt, older: null, base, isSent: false };
  }

  #set(changes: Partial<PadState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#listeners.tell();
  }
}

function stateOf(kept: DeviceWords | null): PadState {
  return {
    text: kept?.text ?? "",
    older: kept?.older ?? null,
    place: kept === null || kept.isSent ? "account" : "device",
    refusal: null,
    failure: null,
  };
}
