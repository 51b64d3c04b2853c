import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepWords, type KeptWords } from "../../../convex/shared/words";
import type { DeviceWords, WordsBook } from "./wordsBook";
import { KEEP_AFTER_MS, SEND_AFTER_MS, WordsPad } from "./wordsPad";

const PAUSE_MS = KEEP_AFTER_MS + SEND_AFTER_MS;

beforeEach(() => vi.useFakeTimers({ now: 1_000 }));
afterEach(() => vi.useRealTimers());

/** Makes the storage of one device. Pads that share it represent the tabs of its browser. */
function makeDevice(): WordsBook & { held: DeviceWords | null } {
  const device = {
    held: null as DeviceWords | null,
    read: () => device.held,
    write: (words: DeviceWords) => {
      device.held = words;
      return true;
    },
  };
  return device;
}

/** An account that keeps words as the server does. */
function makeAccount() {
  const account = {
    held: null as KeptWords | null,
    isOnline: true,
    saves: 0,
    whenConnected: () => Promise.resolve(),
    save: async (edit: {
      words: string;
      base: number | null;
      ageMs: number;
    }) => {
      if (!account.isOnline) throw new Error("offline");
      account.saves += 1;
      const changedAt = Date.now() - edit.ageMs;
      const next = { text: edit.words, base: edit.base, changedAt };
      account.held = keepWords(account.held, next);
      return account.held;
    },
  };
  return account;
}

type Account = ReturnType<typeof makeAccount>;

function openPad(book: WordsBook, account: Account): WordsPad {
  const save = account.save;
  const { whenConnected } = account;
  const now = () => Date.now();
  const pad = new WordsPad({ book, save, whenConnected, now });
  pad.follow(account.held);
  return pad;
}

const pause = (ms = PAUSE_MS) => vi.advanceTimersByTimeAsync(ms);

describe("words that are typed", () => {
  test("are kept on the device at a pause, and then in the account", async () => {
    const device = makeDevice();
    const account = makeAccount();
    const pad = openPad(device, account);
    pad.type("a");
    pad.type("ab");
    expect(device.held).toBe(null);
    await pause(KEEP_AFTER_MS);
    expect(device.held?.text).toBe("ab");
    expect(pad.getState().place).toBe("device");
    expect(account.saves).toBe(0);
    await pause(SEND_AFTER_MS);
    expect(account.held?.text).toBe("ab");
    expect(account.saves).toBe(1);
    expect(pad.getState().place).toBe("account");
  });

  test("are kept at once when the page closes", async () => {
    const device = makeDevice();
    const account = makeAccount();
    const pad = openPad(device, account);
    pad.type("last");
    pad.dispose();
    expect(device.held?.text).toBe("last");
    await pause(0);
    expect(account.held?.text).toBe("last");
  });

  test("stay on the device offline, and are sent by the next pad", async () => {
    const device = makeDevice();
    const account = makeAccount();
    account.isOnline = false;
    const pad = openPad(device, account);
    pad.type("on the train");
    await pause();
    expect(pad.getState().failure).toBeInstanceOf(Error);
    expect(pad.getState().place).toBe("device");
    account.isOnline = true;
    openPad(device, account);
    await pause();
    expect(account.held?.text).toBe("on the train");
  });

  test("that the account refuses stay on the device, with the reason", async () => {
    const device = makeDevice();
    const account = makeAccount();
    const pad = openPad(device, account);
    pad.type(`a${"\u0301".repeat(4000)}`);
    await pause();
    expect(pad.getState().refusal).toBe("WORDS_PILED_UP");
    expect(device.held?.text).toHaveLength(4001);
    expect(account.saves).toBe(0);
  });

  test("are sent even where the device cannot keep them", async () => {
    const account = makeAccount();
    const book = { read: () => null, write: () => false };
    const pad = openPad(book, account);
    pad.type("private window");
    await pause(KEEP_AFTER_MS);
    expect(pad.getState().place).toBe("nowhere");
    await pause(SEND_AFTER_MS);
    expect(account.held?.text).toBe("private window");
    expect(pad.getState().text).toBe("private window");
  });
});

describe("two devices", () => {
  test("follow each other while only one is edited", async () => {
    const account = makeAccount();
    const phone = openPad(makeDevice(), account);
    const laptop = openPad(makeDevice(), account);
    phone.type("from the phone");
    await pause();
    laptop.follow(account.held);
    expect(laptop.getState().text).toBe("from the phone");
    laptop.type("from the phone and the laptop");
    await pause();
    phone.follow(account.held);
    expect(phone.getState().text).toBe("from the phone and the laptop");
    expect(account.held?.older).toBe(null);
  });

  test("lose nothing if both were edited; the newer words win", async () => {
    const account = makeAccount();
    const phone = openPad(makeDevice(), account);
    phone.type("first");
    await pause();
    const laptopDevice = makeDevice();
    const laptop = openPad(laptopDevice, account);
    account.isOnline = false;
    phone.type("first, offline");
    await pause();
    account.isOnline = true;
    laptop.type("first, later");
    await pause();
    phone.follow(account.held);
    await pause();
    expect(account.held?.text).toBe("first, later");
    expect(account.held?.older?.text).toBe("first, offline");
    expect(phone.getState().text).toBe("first, later");
    phone.restore();
    expect(phone.getState().text).toBe("first, offline");
    await pause();
    expect(account.held?.text).toBe("first, offline");
    expect(account.held?.older?.text).toBe("first, later");
  });

  test("the newer words win over older ones that waited for a connection", async () => {
    const account = makeAccount();
    const laptop = openPad(makeDevice(), account);
    let connect = () => {};
    account.whenConnected = () =>
      new Promise<void>((resolve) => (connect = resolve));
    const phone = openPad(makeDevice(), account);
    phone.type("first, offline");
    await pause();
    expect(phone.getState().place).toBe("device");
    laptop.type("first, later");
    await pause(60_000);
    connect();
    await pause(0);
    expect(account.held?.text).toBe("first, later");
    expect(account.held?.older?.text).toBe("first, offline");
    expect(phone.getState().text).toBe("first, later");
  });

  test("do not make an older version of one's own half-typed words", async () => {
    const account = makeAccount();
    let release = () => {};
    const slow = makeAccount();
    slow.save = async (edit) => {
      await new Promise<void>((resolve) => (release = resolve));
      return account.save(edit);
    };
    const pad = openPad(makeDevice(), slow);
    pad.type("one");
    await pause();
    pad.type("one two");
    await pause(KEEP_AFTER_MS);
    release();
    await pause(0);
    await pause();
    release();
    await pause(0);
    expect(account.held).toMatchObject({ text: "one two", older: null });
  });
});

describe("two tabs", () => {
  test("follow each other", async () => {
    const device = makeDevice();
    const account = makeAccount();
    const [one, other] = [openPad(device, account), openPad(device, account)];
    one.type("words");
    await pause(KEEP_AFTER_MS);
    other.followDevice();
    expect(other.getState().text).toBe("words");
  });

  test("keep both versions if both were edited", async () => {
    const device = makeDevice();
    const account = makeAccount();
    const [one, other] = [openPad(device, account), openPad(device, account)];
    one.type("one");
    other.type("other");
    await pause(KEEP_AFTER_MS);
    other.followDevice();
    expect(device.held?.text).toBe("other");
    expect(device.held?.older?.text).toBe("one");
  });
});
