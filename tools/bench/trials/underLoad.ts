import { type Mode, type Options, load } from "../load/load.ts";
import { type FloorMode, startServer } from "../systems.ts";
import type { Setting, SystemName } from "../setting.ts";
import type { Figures } from "./trial.ts";

/** Runs the load once against a server with fresh data. */
export async function underLoad(
  [system, floorMode]: readonly [SystemName, FloorMode],
  setting: Setting,
  mode: Mode,
  options: Options,
): Promise<Figures> {
  const server = await startServer(system, floorMode, setting);
  const figures = await load(mode, server, options);
  await server.stop();
  return figures;
}
