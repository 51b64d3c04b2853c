import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "./support/freePort.ts";
import { ServerProcess } from "./support/serverProcess.ts";
import { spawnServer } from "./support/spawnServer.ts";

const WAITS_LONG = { timeout: 90_000 };

const SUPERVISED = { SUPERVISE: "true", LOG_LEVEL: "error" };

async function post(server: ServerProcess, kind: string, path: string) {
  const response = await fetch(`${server.url}/api/${kind}`, {
    method: "POST",
    body: JSON.stringify({ path, args: {} }),
  });
  return await response.text();
}

const health = (server: ServerProcess) =>
  fetch(`${server.url}/healthz`).then(
    ({ status }) => status,
    () => "no answer",
  );

/** Returns the id of the process that listens, not of its parent. */
async function processIdOf(server: ServerProcess): Promise<number> {
  return server.metric("process_id");
}

test.each([
  ["query", "stuck:normalise", "executor"],
  ["action", "stuck:normaliseInAction", "actions"],
])(
  "restarts the process when a %s is stuck in native code",
  async (kind, path, worker) => {
    await using server = await ServerProcess.withApp({
      env: {
        ...SUPERVISED,
        FUNCTION_TIMEOUT_MS: "2000",
        ACTION_TIMEOUT_MS: "2000",
      },
    });
    expect(await health(server)).toBe(200);
    const before = await processIdOf(server);
    // Repeats until one worker is stuck. On a slow machine, the two seconds may
    // pass while the worker starts.
    const getStuck = async () => {
      const answer = await post(server, kind, path).catch(() => "cut off");
      expect(answer).toMatch(/did not return within 2000 ms|cut off/);
      return server.output;
    };
    await expect
      .poll(getStuck, WAITS_LONG)
      .toMatch(
        new RegExp(`The worker \\\\"${worker}\\\\" did not end within \\d+ ms`),
      );
    await expect.poll(() => health(server), WAITS_LONG).toBe(200);
    expect(await processIdOf(server)).not.toBe(before);
    expect(server.output).toContain("it is started again in");
    expect(await post(server, "query", "entries:keys")).toContain("success");
  },
);

test("reports on /healthz that functions do not run", async () => {
  await using server = await ServerProcess.withApp({
    env: { FUNCTION_TIMEOUT_MS: "600000" },
  });
  const stuck = post(server, "query", "stuck:normalise").catch(() => "cut off");
  await expect.poll(() => health(server), WAITS_LONG).toBe(503);
  const answer = await fetch(`${server.url}/healthz`);
  expect(await answer.json()).toMatchObject({
    code: "NotServing",
    message: expect.stringContaining("not run at present") as string,
  });
  await server.kill();
  expect(await stuck).toBe("cut off");
});

test("stops within the time limit even if a function is stuck", async () => {
  await using server = await ServerProcess.withApp({
    env: { FUNCTION_TIMEOUT_MS: "600000", SHUTDOWN_TIMEOUT_MS: "2000" },
  });
  const stuck = post(server, "query", "stuck:normalise").catch(() => "cut off");
  await expect.poll(() => health(server), WAITS_LONG).toBe(503);
  // The process killed itself, so it has no exit code.
  expect(await server.stop()).toBeNull();
  expect(server.output).toContain("longer than 2000 ms and is cut short");
  expect(await stuck).toBe("cut off");
});

test("restarts a killed server and ends it with its parent", async () => {
  await using server = await ServerProcess.withApp({ env: SUPERVISED });
  const first = await processIdOf(server);
  process.kill(first, "SIGKILL");
  await expect
    .poll(() => processIdOf(server).catch(() => first), WAITS_LONG)
    .not.toBe(first);
  const second = await processIdOf(server);
  await server.kill();
  await expect.poll(() => isRunning(second), WAITS_LONG).toBe(false);
});

test("stops the server with its parent and passes on the exit code", async () => {
  await using server = await ServerProcess.withApp({ env: SUPERVISED });
  const child = await processIdOf(server);
  expect(await server.stop()).toBe(0);
  expect(isRunning(child)).toBe(false);
});

test("does not restart a server that cannot start", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "supervised-"));
  const port = await freePort();
  const start = () =>
    spawnServer({ port, dataDir, env: { SUPERVISE: "true" } });
  const first = start();
  try {
    await first.ready;
    const second = start();
    expect((await second.closed).code).toBe(1);
    expect(second.output()).toContain("EADDRINUSE");
    expect(second.output()).not.toContain("started again");
  } finally {
    await first.end("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
