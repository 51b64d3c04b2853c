"use node";
import { action } from "./builders.ts";
import { seen } from "./machine.ts";

export const seenInNode = action({ args: {}, handler: async () => seen() });
