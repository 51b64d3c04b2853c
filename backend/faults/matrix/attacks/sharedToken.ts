import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { attackRow, type Scene } from "../../harness/attack.ts";
import { becomes, mebibytes } from "../../harness/resources.ts";
import { orphansOf } from "../../harness/uploads.ts";

const UPLOADS_COUNT = 60;

export const sharedToken = attackRow({
  id: "A6",
  name: `${UPLOADS_COUNT} uploads with one token`,
  does: `sends ${UPLOADS_COUNT} files of 4 MiB at once with a token that is for one, half of each at first`,
  holds: "at most one is accepted, nothing is left behind; invariant 10",
  run: uploadAtOnce,
});

async function uploadAtOnce({ attacker, server }: Scene): Promise<string[]> {
  const url = await server.mutation<string>("files:generateUploadUrl", {});
  const { pathname, search } = new URL(url);
  const half = Buffer.alloc(mebibytes(2), 1);
  const head = attacker.head("POST", pathname + search, [
    `Content-Length: ${2 * half.length}`,
  ]);
  const sockets = Array.from({ length: UPLOADS_COUNT }, () =>
    attacker.connect(),
  );
  const statuses: number[] = [];
  for (const socket of sockets) {
    socket.once("data", (data: Buffer) =>
      statuses.push(Number(data.toString("latin1").split(" ")[1])),
    );
    await attacker.send(socket, Buffer.concat([Buffer.from(head), half]), 500);
  }
  const heldBytes = await unfinishedBytes(server.dataDir);
  await Promise.all(sockets.map((socket) => attacker.send(socket, half, 500)));
  await becomes(() => statuses.length === UPLOADS_COUNT);
  const violations: string[] = [];
  const taken = statuses.filter((status) => status === 200).length;
  if (taken !== 1) violations.push(`${taken} uploads were accepted.`);
  if (heldBytes > 2 * half.length) {
    violations.push(
      `${Math.round(heldBytes / mebibytes(1))} MiB of unfinished uploads were on disk.`,
    );
  }
  for (const socket of sockets) socket.destroy();
  await becomes(async () => (await orphansOf(server)).length === 0);
  return [...violations, ...(await orphansOf(server))];
}

async function unfinishedBytes(dataDir: string): Promise<number> {
  const dir = join(dataDir, "storage/tmp");
  const sizes = (await readdir(dir)).map(async (name) =>
    stat(join(dir, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
