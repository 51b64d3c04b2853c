import { expect, test } from "vitest";
import { Places } from "./places.ts";

test("counts for each address and in total, until the work is done", async () => {
  const places = new Places({ perAddress: 1, total: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = places.hold({ ip: "192.0.2.1" }, () => promise);
  expect(places.shortage({ ip: "192.0.2.1" })).toBe("address");
  expect(places.shortage({ ip: "192.0.2.2" })).toBeNull();
  const second = places.hold({ ip: "192.0.2.2" }, () => promise);
  expect(places.shortage({ ip: "192.0.2.3" })).toBe("everybody");
  resolve();
  await Promise.all([first, second]);
  expect(places.shortage({ ip: "192.0.2.1" })).toBeNull();
});

test("work that fails frees its place", async () => {
  const places = new Places({ perAddress: 1, total: 1 });
  const fail = () => Promise.reject(new Error("no"));
  await expect(places.hold({ ip: null }, fail)).rejects.toThrow("no");
  expect(places.shortage({ ip: null })).toBeNull();
});

test("keeps places for addresses that have none", async () => {
  const places = new Places({ perAddress: 3, total: 4, reserved: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = [1, 2].map(() =>
    places.hold({ ip: "192.0.2.1" }, () => promise),
  );
  expect(places.shortage({ ip: "192.0.2.1" })).toBe("everybody");
  for (const ip of ["192.0.2.2", "192.0.2.3"]) {
    expect(places.shortage({ ip })).toBeNull();
    held.push(places.hold({ ip }, () => promise));
    expect(places.shortage({ ip })).toBe("everybody");
  }
  expect(places.shortage({ ip: "192.0.2.4" })).toBe("everybody");
  resolve();
  await Promise.all(held);
  expect(places.shortage({ ip: "192.0.2.1" })).toBeNull();
});

const identityOf = (subject: string) => ({
  ...{ subject, issuer: "https://app", tokenIdentifier: subject },
});

test("counts for each account, whatever its sessions and addresses", async () => {
  const places = new Places({ perAddress: 9, perAccount: 1, total: 9 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = { ip: "192.0.2.1", identity: identityOf("asha|1") };
  const held = places.hold(first, () => promise);
  const again = { ip: "192.0.2.2", identity: identityOf("asha|2") };
  expect(places.shortage(again)).toBe("account");
  const other = { ip: "192.0.2.1", identity: identityOf("bina|3") };
  expect(places.shortage(other)).toBeNull();
  resolve();
  await held;
  expect(places.shortage(again)).toBeNull();
});

test("fifty accounts at twenty addresses leave a place for another", () => {
  const places = new Places({
    ...{ perAddress: 8, perAccount: 2, total: 64, reserved: 32 },
  });
  for (let n = 0; n < 500; n++) {
    const identity = identityOf(`account ${n % 50}`);
    const taker = { ip: `192.0.2.${n % 20}`, identity };
    if (places.shortage(taker) === null)
      void places.hold(taker, () => new Promise(() => undefined));
  }
  const bystander = { ip: "198.51.100.1", identity: identityOf("asha|1") };
  expect(places.shortage(bystander)).toBeNull();
});

test("networks of one home line and of one site count together", () => {
  const places = new Places({ perAddress: 10, total: 1000, reserved: 500 });
  const take = (ip: string) => {
    if (places.shortage({ ip }) !== null) return 0;
    void places.hold({ ip }, () => new Promise(() => undefined));
    return 1;
  };
  const hex = (n: number) => n.toString(16);
  let line = 0;
  for (let n = 0; n < 256; n++) line += take(`2001:db8:0:${hex(n)}::1`);
  expect(line).toBe(20);
  for (let n = 256; n < 4096; n++) line += take(`2001:db8:0:${hex(n)}::1`);
  expect(line).toBe(40);
});
