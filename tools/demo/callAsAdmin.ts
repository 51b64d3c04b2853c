/** Does what `npx convex run` does. */
export async function callAsAdmin(
  { url, adminKey }: { url: string; adminKey: string },
  kind: "query" | "mutation",
  call: { path: string; args: object },
): Promise<unknown> {
  const response = await fetch(`${url}/api/${kind}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Convex ${adminKey}`,
    },
    body: JSON.stringify({ ...call, format: "json" }),
  });
  // The form of every answer.
  const { status, value } = (await response.json()) as {
    status: string;
    value: unknown;
  };
  if (status !== "success") throw new Error(`${call.path} failed.`);
  return value;
}
