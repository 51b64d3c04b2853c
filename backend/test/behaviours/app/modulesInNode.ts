"use node";
import { action } from "./builders.ts";
import { irreplaceable, textOfStream } from "./modules.ts";

export const irreplaceableInNode = action({
  args: {},
  handler: async () => irreplaceable(),
});

export const iteratesOwnStream = action({
  args: {},
  handler: () => textOfStream(),
});

export const knowsSelf = action({
  args: {},
  handler: async () => "self" in globalThis,
});
