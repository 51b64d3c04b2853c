import { setTimeout as sleep } from "node:timers/promises";
import { fromBufferPromise } from "yauzl";
import { readAdminKey } from "../../test/support/spawnServer.ts";
import type { FaultServer } from "./faultServer.ts";

interface ExportState {
  readonly state: string;
  /** In nanoseconds, as Convex writes integers. */
  readonly start_ts?: { readonly $integer: string };
}

/** Makes an export as the CLI does, and returns the keys of its votes. */
export async function exportedRows(server: FaultServer): Promise<string[]> {
  const headers = {
    Authorization: `Convex ${await readAdminKey(server.dataDir)}`,
    "Content-Type": "application/json",
  };
  const started = await fetch(`${server.url}/api/export/request/zip`, {
    method: "POST",
    headers,
  });
  if (!started.ok) throw new Error(await started.text());
  const ts = await finishedAt(server, headers);
  const response = await fetch(`${server.url}/api/export/zip/${ts}`, {
    headers,
  });
  if (!response.ok) throw new Error(await response.text());
  return await votesIn(Buffer.from(await response.arrayBuffer()));
}

async function finishedAt(
  server: FaultServer,
  headers: Record<string, string>,
): Promise<string> {
  for (;;) {
    const response = await fetch(`${server.url}/api/query`, {
      method: "POST",
      headers,
      body: JSON.stringify({
        path: "_system/cli/exports:getLatest",
        args: {},
        format: "convex_encoded_json",
      }),
    });
    // The query returns what `ExportState` reported last.
    const { value } = (await response.json()) as { value: ExportState };
    if (value.start_ts !== undefined) {
      const bytes = Buffer.from(value.start_ts.$integer, "base64");
      return String(bytes.readBigInt64LE());
    }
    if (value.state !== "in_progress") throw new Error(JSON.stringify(value));
    await sleep(5);
  }
}

async function votesIn(bytes: Buffer): Promise<string[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== "votes/documents.jsonl") continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      chunks.push(chunk as Buffer); // without an encoding, chunks are buffers
    }
    return Buffer.concat(chunks)
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as { key: string }).key);
  }
  return [];
}
