/** Appoints moderators, as `npx convex run moderators:appoint` does. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningApp } from "./app.ts";
import type { Person } from "./people.ts";

export async function appoint(
  { url, dataDir }: RunningApp,
  { username }: Person,
): Promise<void> {
  const key = await readFile(join(dataDir, "admin_key"), "utf8");
  const response = await fetch(`${url}/api/mutation`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Convex ${key.trim()}`,
    },
    body: JSON.stringify({
      path: "moderators:appoint",
      format: "json",
      args: { username },
    }),
  });
  const { status } = (await response.json()) as { status: string }; // every answer has this form
  if (status !== "success") throw new Error(`${username} was not appointed.`);
}
