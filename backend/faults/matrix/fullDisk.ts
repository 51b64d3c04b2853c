import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Fault, Outcome } from "../harness/fault.ts";
import type { FaultServer } from "../harness/faultServer.ts";
import { History } from "../harness/history.ts";
import { HistoryClient } from "../harness/historyClient.ts";
import { violationsOf } from "../harness/violationsOf.ts";
import { readBeat } from "../harness/load.ts";
import { fillUp, onSmallDisk, smallDiskMissing } from "../harness/smallDisk.ts";
import { orphansOf, upload } from "../harness/uploads.ts";

export const fullDisk: Fault = {
  id: "F5",
  name: "disk full, then space again",
  does: "runs on a small tmpfs and fills the rest of it",
  passes:
    "writes are refused with an explanation and uploads with 507; reads and live queries continue; everything recovers without a restart; invariants 1 to 8, 10",
  missing: smallDiskMissing,
  run: (lab) => onSmallDisk(lab, fill),
};

async function fill(server: FaultServer): Promise<Outcome> {
  const violations: string[] = [];
  const expect = (isSo: boolean, otherwise: string) => {
    if (!isSo) violations.push(otherwise);
  };
  const history = new History();
  const beat = "full";
  const voter = new HistoryClient(server.url, "voter", beat, history);
  for (let i = 0; i < 20; i += 1) await voter.cast(`before ${i}`);

  const filler = join(server.dataDir, "filler");
  fillUp(filler);
  const refusal = await castUntilRefused(voter);
  expect(/disk is full/i.test(refusal), `Not refused clearly: "${refusal}"`);
  const uploaded = await upload(server, Buffer.alloc(300_000, 1));
  expect(uploaded === 507, `An upload is answered with ${uploaded}.`);
  const tally = await server.query<number>("votes:tally", { beat });
  expect(tally === history.acknowledgedCount, `${tally} votes are read.`);
  const reader = new HistoryClient(server.url, "reader", beat, history);
  await until(() => reader.latest !== null);
  expect(reader.latest?.tally === tally, "A new live query sees less.");

  await rm(filler);
  const after = await voter.cast("after");
  expect(after.answer !== null, `Still refused: ${after.refusal}`);
  await until(() => reader.latest?.tally === tally + 1);
  expect(reader.latest?.tally === tally + 1, "The live query stays behind.");
  const again = await upload(server, Buffer.alloc(300_000, 1));
  expect(again === 200, `Later an upload is answered with ${again}.`);
  violations.push(...(await orphansOf(server)));

  history.final.set(beat, await readBeat(server, beat));
  voter.close();
  reader.close();
  violations.push(...violationsOf(history));
  const seen = `refused after ${tally} votes`;
  return { runs: 1, seen, violations };
}

async function castUntilRefused(voter: HistoryClient): Promise<string> {
  const padding = "x".repeat(20_000);
  for (let i = 0; i < 2_000; i += 1) {
    const { refusal } = await voter.cast(`filling ${i}`, padding);
    if (refusal !== null) return refusal;
  }
  return "";
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!isSo() && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
