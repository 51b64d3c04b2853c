import { room as en } from "./en/room";
import { room as hi } from "./hi/room";
import { textsOf } from "./TextsProvider";

export type RoomTexts = ReturnType<typeof useRoomTexts>;

export const useRoomTexts = textsOf({ en, hi });
