import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const module = JSON.stringify(
  new URL("runUntilStopped.ts", import.meta.url).href,
);

/**
 * Runs a process with this service until it has ended by itself. With
 * `isClosed`, its output leads nowhere, like that of a terminal that was closed.
 */
async function live(start: string, { isClosed = false } = {}) {
  const script = `
    import { runUntilStopped } from ${module};
    setInterval(() => {}, 60_000); // keeps the process alive, like an open port
    await runUntilStopped(${start}, {
      stopLimitMs: 60_000,
      say: (line) => process.stderr.write(line + "\\n"),
      explain: (error) => (error.name === "Expected" ? error.message : null),
    });`;
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const said = text(child.stderr).catch(() => "");
  if (isClosed) child.stderr.destroy();
  // The `exit` event has the code first; null after a signal.
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, said: await said };
}

const stopSelf = `process.kill(process.pid, "SIGTERM")`;
/** Makes a service that asks to be stopped as soon as it is up. */
const serviceWith = (stop: string) =>
  `async () => { setTimeout(() => ${stopSelf}, 50); return { stop: ${stop} }; }`;

test("exits with 0 and says nothing once the service has stopped", async () => {
  const { code, said } = await live(serviceWith("async () => {}"));
  expect({ code, said }).toEqual({ code: 0, said: "" });
});

test("exits with 1 and says what failed if the service cannot stop", async () => {
  const { code, said } = await live(
    serviceWith(`async () => { throw new Error("disk on fire"); }`),
  );
  expect(code).toBe(1);
  expect(said).toMatch(/^Stopping failed: Error: disk on fire\n +at /);
});

test("explains an expected failure to stop in its own words", async () => {
  const { code, said } = await live(
    serviceWith(
      `async () => { throw Object.assign(new Error("no room"), { name: "Expected" }); }`,
    ),
  );
  expect({ code, said }).toEqual({
    code: 1,
    said: "Stopping failed: no room\n",
  });
});

test("exits with 1 and says why if the service cannot start", async () => {
  const { code, said } = await live(
    `async () => { throw new Error("port taken"); }`,
  );
  expect(code).toBe(1);
  expect(said).toMatch(/^Error: port taken\n +at /);
});

test("exits with 0 if a stop interrupts the start", async () => {
  const { code, said } = await live(`async () => {
    const signalled = new Promise((resolve) => process.once("SIGTERM", resolve));
    setTimeout(() => ${stopSelf}, 50);
    await signalled;
    throw new Error("a child process has ended");
  }`);
  expect({ code, said }).toEqual({ code: 0, said: "" });
});

test("stops in order when the terminal is closed, though nobody hears it", async () => {
  const { code } = await live(
    `async () => {
      setTimeout(() => process.kill(process.pid, "SIGHUP"), 50);
      const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
      return { stop: async () => {
        for (let line = 0; line < 3; line++) { console.error(line); await pause(); }
      } };
    }`,
    { isClosed: true },
  );
  expect(code).toBe(0);
});
