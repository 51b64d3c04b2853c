/** All rows, in the order in which they run. */
import type { Fault } from "./harness/fault.ts";
import { brokenBuilds } from "./matrix/brokenBuilds.ts";
import { brokenNetwork } from "./matrix/brokenNetwork.ts";
import { clockJumps } from "./matrix/clockJumps.ts";
import { cutUploads } from "./matrix/cutUploads.ts";
import { descriptorLimit } from "./matrix/descriptorLimit.ts";
import {
  failingFsync,
  failingWrite,
  fullForWrites,
} from "./matrix/failingDisk.ts";
import { fullDisk } from "./matrix/fullDisk.ts";
import { halfRequests } from "./matrix/halfRequests.ts";
import { killAtRandom } from "./matrix/killAtRandom.ts";
import { killAtFsync, killAtWrite } from "./matrix/killAtSyscall.ts";
import { lostAnswer } from "./matrix/lostAnswer.ts";
import { malformedInput } from "./matrix/malformedInput.ts";
import { oversizedMessage } from "./matrix/oversizedMessage.ts";
import { pausedProcess } from "./matrix/pausedProcess.ts";
import { reconnectStorm } from "./matrix/reconnectStorm.ts";
import { secondProcess } from "./matrix/secondProcess.ts";
import { slowReaders } from "./matrix/slowReaders.ts";
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
  clockJumps,
  pausedProcess,
  reconnectStorm,
  slowReaders,
  oversizedMessage,
  malformedInput,
  halfRequests,
  descriptorLimit,
  cutUploads,
  secondProcess,
  brokenNetwork,
  ...brokenBuilds,
];
