import { useDidUpdate } from "@mantine/hooks";
import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import type { ServerClock } from "../../../audio/room/serverClock";
import { convexUrl } from "../../../lib/convexUrl";
import { failureCode } from "../../../lib/failureText";
import { logFailure } from "../../../lib/logFailure";
import { randomHex } from "../../../lib/randomHex";
import { Scope } from "../../../lib/scope";

/** The first beats follow each other quickly, because they set the clock. */
const FIRST_BEATS = 3;
const FIRST_MS = 1_300;
const AGAIN_MS = 10_000;
/** An announced cypher has no room until shortly before. */
const NO_ROOM_MS = 60_000;
const ID_BYTES = 16;

interface Presence {
  /** Learns the server's time. */
  readonly clock: ServerClock;
  readonly cypherId: CypherPage["id"];
  readonly isIn: boolean;
  /** Whoever waits for the mic, or has it, says more often that they are here. */
  readonly isInLine: boolean;
  /** When it opens, its room exists at once, so a beat is sent then. */
  readonly isOpen: boolean;
  /** Called with whether the server says that there is no such room. */
  readonly onRefused: (isRefused: boolean) => void;
}

/** Says that the viewer is in the room. */
export function usePresence(presence: Presence): void {
  const { clock, cypherId, isIn, isInLine, isOpen, onRefused } = presence;
  const here = useMutation(api.rooms.here);
  const beatNow = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (!isIn) return;
    const scope = new Scope();
    const sessionId = randomHex(ID_BYTES);
    let token: string | null = null;
    let beats = 0;
    let cancel = () => {};
    const beat = async () => {
      cancel();
      const sentAt = performance.now();
      let nextMs = AGAIN_MS;
      try {
        const answer = await here({ cypherId, sessionId });
        const receivedAt = performance.now();
        clock.add({ sentAt, receivedAt, serverAt: answer.now });
        onRefused(false);
        token = answer.sessionToken;
        beats += 1;
        nextMs = beats < FIRST_BEATS ? FIRST_MS : answer.intervalMs;
      } catch (error) {
        const isRefused = failureCode(error) === "CYPHER_OVER";
        onRefused(isRefused);
        if (isRefused) nextMs = NO_ROOM_MS;
        else logFailure("the room did not answer", error);
      }
      cancel();
      if (scope.isDisposed) leave(token);
      else cancel = scope.after(nextMs, () => void beat());
    };
    beatNow.current = () => void beat();
    scope.listen(window, "pagehide", () => leave(token));
    scope.listen(window, "pageshow", (event) => {
      if (event instanceof PageTransitionEvent && event.persisted) void beat();
    });
    scope.listen(document, "visibilitychange", () => {
      if (document.visibilityState === "visible") void beat();
    });
    scope.add(() => leave(token));
    void beat();
    return () => {
      beatNow.current = () => undefined;
      scope.dispose();
    };
  }, [here, clock, cypherId, isIn, onRefused]);

  useDidUpdate(() => beatNow.current(), [isInLine, isOpen]);
}

/** A page that closes has no time for more than this. */
function leave(sessionToken: string | null): void {
  if (sessionToken === null) return;
  const call = { path: "rooms:leave", args: { sessionToken }, format: "json" };
  const body = new Blob([JSON.stringify(call)], { type: "application/json" });
  navigator.sendBeacon(`${convexUrl()}/api/mutation`, body);
}
