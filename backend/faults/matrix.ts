/** All rows, in the order in which they run. */
import type { Fault } from "./harness/fault.ts";
import { brokenBuilds } from "./matrix/brokenBuilds.ts";
import {
  failingFsync,
  failingWrite,
  fullForWrites,
} from "./matrix/failingDisk.ts";
import { fullDisk } from "./matrix/fullDisk.ts";
import { killAtRandom } from "./matrix/killAtRandom.ts";
import { killAtFsync, killAtWrite } from "./matrix/killAtSyscall.ts";
import { lostAnswer } from "./matrix/lostAnswer.ts";
import { tornWal } from "./matrix/tornWal.ts";

export const matrix: readonly Fault[] = [
  killAtRandom,
  killAtWrite,
  killAtFsync,
  lostAnswer,
  failingFsync,
  fullDisk,
  failingWrite,
  fullForWrites,
  tornWal,
  ...brokenBuilds,
];
