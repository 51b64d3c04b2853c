import { createContext } from "react";

/** A function that closes the menu around a button. Outside menus it does nothing. */
export const MenuDone = createContext<() => void>(() => undefined);
