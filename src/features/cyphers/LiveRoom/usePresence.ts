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

/** The first heartbeats follow each other quickly, because their answers set the clock. */
const FIRST_BEATS = 3;
const FIRST_MS = 1_300;
const AGAIN_MS = 10_000;
/**
 * How long to wait after a refusal: an announced cypher has no room until shortly before it starts.
 */
const NO_ROOM_MS = 60_000;
const ID_BYTES = 16;

interface Presence {
  /** Receives the server's time from each answer. */
  readonly clock: ServerClock;
  readonly cypherId: CypherPage["id"];
  readonly isIn: boolean;
  /**
   * Whether the viewer has the mic or waits for it. The server then asks for more frequent
   * heartbeats.
   */
  readonly isInLine: boolean;
  /**
   * Whether the cypher is open. A change sends a heartbeat at once, because the room of an
   * announced cypher exists once it opens.
   */
  readonly isOpen: boolean;
  /** Called with true if the server answers that the room does not exist, otherwise with false. */
  readonly onRefused: (isRefused: boolean) => void;
}

/**
 * Tells the server regularly that the viewer is in the room (a heartbeat), and when they leave it.
 */
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

/** Sends a beacon, because a page that is closing cannot wait for a request. */
function leave(sessionToken: string | null): void {
  if (sessionToken === null) return;
  const call = { path: "rooms:leave", args: { sessionToken }, format: "json" };
  const body = new Blob([JSON.stringify(call)], { type: "application/json" });
  navigator.sendBeacon(`${convexUrl()}/api/mutation`, body);
}
