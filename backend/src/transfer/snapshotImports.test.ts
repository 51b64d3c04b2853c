import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DiskFileStore } from "../files/diskFileStore.ts";
import { JsonFields } from "../http/jsonFields.ts";
import type { ImportLosses } from "../runtime/contract/transfer.ts";
import type { ImportRuntime } from "./importRun.ts";
import { SnapshotImports } from "./snapshotImports.ts";

const MINUTE_MS = 60_000;
const LOSSES = [{ component: "", table: "beats", documents: 3 }];

/** Keeps the reports of each import and lets the test answer `beginImport`. */
class TestRuntime implements ImportRuntime {
  readonly deployment = null;
  readonly reports = new Map<string, string[]>();
  begin: () => Promise<ImportLosses> = () => Promise.resolve([]);

  readonly beginImport = () => this.begin();
  readonly reportTransfer: ImportRuntime["reportTransfer"] = async (report) => {
    const { state, error_message: error } = report.state;
    const texts = this.reports.get(report.transferId) ?? [];
    const text = [state, error].filter((part) => typeof part === "string");
    this.reports.set(report.transferId, [...texts, text.join(": ")]);
  };
  readonly addToImport = async () => undefined;
  readonly finishImport = async () => undefined;
  readonly abandonImport = async () => undefined;
  readonly fileUuids = async () => [];
  readonly findFileByUuid = async () => null;
  readonly copyDatabase = async () => ({ ts: 0n });
  readonly endTransfers = async () => undefined;
}

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "imports-"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(dir, { recursive: true });
});

function makeImports() {
  const runtime = new TestRuntime();
  const files = new DiskFileStore(join(dir, "storage"));
  const imports = new SnapshotImports(runtime, files, () => undefined);
  let count = 0;
  const start = async () => {
    const file = join(dir, `${(count += 1)}.jsonl`);
    await writeFile(file, '{"n":1}\n');
    const fields = { format: "jsonLines", mode: "replace", tableName: "beats" };
    const id = await imports.start({ file }, new JsonFields(fields, "body"));
    return { id, file };
  };
  const reaches = (id: string, report: string) =>
    waitFor(() => runtime.reports.get(id)?.includes(report) === true);
  return { runtime, imports, start, reaches };
}

/** Waits in real time, because timers are fake here. */
async function waitFor(isTrue: () => boolean): Promise<void> {
  for (const endsAt = performance.now() + 20_000; !isTrue();) {
    if (performance.now() > endsAt) throw new Error("Nothing happened.");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const GIVEN_UP = "failed: The import was not confirmed.";

test("gives up an import that nobody confirms, and runs the next one", async () => {
  const { runtime, imports, start, reaches } = makeImports();
  runtime.begin = () => Promise.resolve(LOSSES);
  const { id, file } = await start();
  await reaches(id, "waiting_for_confirmation");
  runtime.begin = () => Promise.resolve([]);
  const next = await start();
  vi.advanceTimersByTime(15 * MINUTE_MS - 1);
  expect(runtime.reports.get(next.id)).toEqual(["uploaded"]);
  vi.advanceTimersByTime(1);
  await reaches(id, GIVEN_UP);
  await reaches(next.id, "completed");
  expect(imports.confirm(id)).toBe(false);
  await expect(access(file)).rejects.toThrow("ENOENT");
});

test("counts the time to confirm from the question", async () => {
  const { runtime, start, reaches, imports } = makeImports();
  const question = Promise.withResolvers<ImportLosses>();
  const begun = vi.fn(() => question.promise);
  runtime.begin = begun;
  const { id } = await start();
  await waitFor(() => begun.mock.calls.length > 0);
  vi.advanceTimersByTime(20 * MINUTE_MS);
  question.resolve(LOSSES);
  await reaches(id, "waiting_for_confirmation");
  vi.advanceTimersByTime(14 * MINUTE_MS);
  expect(imports.confirm(id)).toBe(true);
  await reaches(id, "completed");
});

test("gives up a question that comes late", async () => {
  const { runtime, start, reaches } = makeImports();
  const question = Promise.withResolvers<ImportLosses>();
  const begun = vi.fn(() => question.promise);
  runtime.begin = begun;
  const { id } = await start();
  await waitFor(() => begun.mock.calls.length > 0);
  vi.advanceTimersByTime(20 * MINUTE_MS);
  question.resolve(LOSSES);
  await reaches(id, "waiting_for_confirmation");
  vi.advanceTimersByTime(15 * MINUTE_MS);
  await reaches(id, GIVEN_UP);
});

test("an import that is confirmed may run for as long as it takes", async () => {
  const { runtime, imports, start, reaches } = makeImports();
  runtime.begin = () => Promise.resolve(LOSSES);
  const { id } = await start();
  await reaches(id, "waiting_for_confirmation");
  expect(imports.confirm(id)).toBe(true);
  await reaches(id, "completed");
  expect(vi.getTimerCount()).toBe(0);
});
