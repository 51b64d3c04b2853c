/** Careless app functions that process arguments from strangers. */
import { v } from "convex/values";
import { action, mutation, query } from "./builders.ts";

/**
 * Takes time quadratic in the length if every character is a combining mark.
 * Runs in native code, which cannot be interrupted.
 */
export const normalise = query({
  args: { text: v.string() },
  handler: (_, { text }) => text.normalize("NFKC").length,
});

/** Hashes a password as sign-in does, without any rate limit. */
export const hash = mutation({
  args: { password: v.string() },
  handler: (_, { password }) => hashOf(password),
});

/** Like `hash`, but in an action, where the product hashes. */
export const signIn = action({
  args: { password: v.string() },
  handler: (_, { password }) => hashOf(password),
});

async function hashOf(password: string): Promise<number> {
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(password),
    "PBKDF2",
    false,
    ["deriveBits"],
  );
  const bits = await crypto.subtle.deriveBits(
    {
      name: "PBKDF2",
      hash: "SHA-256",
      salt: new Uint8Array(16),
      iterations: 600_000,
    },
    key,
    256,
  );
  return bits.byteLength;
}

export const echo = query({
  args: { value: v.any() },
  handler: (_, { value }: { value: unknown }) => typeof value,
});

/** Returns much more than it is given. */
export const large = query({
  args: { bytes: v.number() },
  handler: (_, { bytes }) => "x".repeat(bytes),
});

/** Writes its argument to the log. */
export const shout = mutation({
  args: { text: v.string() },
  handler: (_, { text }) => {
    // oxlint-disable-next-line no-console -- The server turns it into a log line.
    console.log(text);
    return null;
  },
});

/**
 * Reads, works for a long time without blocking the thread, and reads again.
 */
export const linger = query({
  args: { beat: v.string(), rounds: v.number() },
  handler: async (ctx, { beat, rounds }) => {
    const read = () =>
      ctx.db
        .query("votes")
        .withIndex("by_beat_and_key", (q) => q.eq("beat", beat))
        .take(1);
    const before = await read();
    for (let i = 0; i < rounds; i += 1) {
      await crypto.subtle.digest("SHA-256", new Uint8Array(20_000));
    }
    return [before.length, (await read()).length];
  },
});
