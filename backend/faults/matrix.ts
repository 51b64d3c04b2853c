/**
 * All rows in the order in which they are listed. Their pace may change the
 * order in which they run.
 */
import type { Fault } from "./harness/fault.ts";
import { attacks } from "./matrix/attacks/all.ts";
import { brokenBuilds } from "./matrix/brokenBuilds.ts";
import { brokenNetwork } from "./matrix/brokenNetwork.ts";
import { clockJumps } from "./matrix/clockJumps.ts";
import { cutUploads } from "./matrix/cutUploads.ts";
import { descriptorLimit } from "./matrix/descriptorLimit.ts";
import { endingExecutor } from "./matrix/endingExecutor.ts";
import {
  failingFsync,
  failingWrite,
  fullForWrites,
} from "./matrix/failingDisk.ts";
import { fullDisk } from "./matrix/fullDisk.ts";
import { halfRequests } from "./matrix/halfRequests.ts";
import { killAtRandom } from "./matrix/killAtRandom.ts";
import { killAtFsync, killAtWrite } from "./matrix/killAtSyscall.ts";
import { limitedMemory } from "./matrix/limitedMemory.ts";
import { longRead } from "./matrix/longRead.ts";
import { lostAnswer } from "./matrix/lostAnswer.ts";
import { malformedInput } from "./matrix/malformedInput.ts";
import { oversizedMessage } from "./matrix/oversizedMessage.ts";
import { pausingTraffic } from "./matrix/pausingTraffic.ts";
import { pausedProcess } from "./matrix/pausedProcess.ts";
import { powerLoss } from "./matrix/powerLoss.ts";
import { protocolGames } from "./matrix/protocolGames.ts";
import { reconnectStorm } from "./matrix/reconnectStorm.ts";
import { secondProcess } from "./matrix/secondProcess.ts";
import { slowReaders } from "./matrix/slowReaders.ts";
import { smallMemory } from "./matrix/smallMemory.ts";
import { tornWal } from "./matrix/tornWal.ts";
import { upgrade } from "./matrix/upgrade.ts";

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
  powerLoss,
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
  longRead,
  smallMemory,
  limitedMemory,
  brokenNetwork,
  upgrade,
  endingExecutor,
  pausingTraffic,
  ...attacks,
  protocolGames,
  ...brokenBuilds,
];
