import { createContext } from "react";

/** Closes the menu around a button. Does nothing outside menus. */
export const MenuDone = createContext<() => void>(() => undefined);
