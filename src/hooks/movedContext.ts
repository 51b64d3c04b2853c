import { createContext } from "react";

/** True after the first navigation inside the app. */
export const MovedContext = createContext(false);
