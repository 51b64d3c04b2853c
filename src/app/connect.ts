import { ConvexReactClient } from "convex/react";
import { convexUrl } from "../lib/convexUrl";
import { SIGNED_OUT } from "../lib/signedOut";
import { hasStoredSession } from "../lib/storedSession";
import { PatientFetch } from "./patientFetch";

/**
 * Opens the connection to the backend. In a browser with a session, nothing is sent until Convex
 * Auth's provider has set the token, so no query or mutation arrives without it, however slowly the
 * rest of the code loads. If the provider finds no token because the session has ended, sending
 * starts at once.
 */
export function connect(): ConvexReactClient {
  const client = hasStoredSession()
    ? new HeldClient()
    : new PatientClient(convexUrl());
  // Reading the state opens the connection now, before the first component needs it.
  client.connectionState();
  return client;
}

/** A client that survives failures to renew the session's token. */
class PatientClient extends ConvexReactClient {
  readonly #patient = new PatientFetch();

  override setAuth(...args: Parameters<ConvexReactClient["setAuth"]>): void {
    const [fetchToken, ...listeners] = args;
    super.setAuth(this.#patient.wrap(fetchToken), ...listeners);
  }

  override clearAuth(): void {
    super.clearAuth();
    this.#patient.stop();
  }
}

class HeldClient extends PatientClient {
  readonly #release: () => void;

  constructor() {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    super(convexUrl(), { webSocketConstructor: heldSocket(released) });
    this.#release = release;
    window.addEventListener(SIGNED_OUT, release, { once: true });
  }

  override setAuth(...args: Parameters<ConvexReactClient["setAuth"]>): void {
    super.setAuth(...args);
    this.#release();
  }
}

/** A WebSocket that seems to be connecting until `released` resolves. */
function heldSocket(released: Promise<void>): typeof WebSocket {
  return class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      // This listener is added first, so it can hide the event from all others.
      const hold = (event: Event) => {
        event.stopImmediatePropagation();
        void released.then(() => {
          if (this.readyState !== WebSocket.OPEN) return; // the other listeners were told that it has closed
          this.removeEventListener("open", hold);
          this.dispatchEvent(new Event("open"));
        });
      };
      this.addEventListener("open", hold);
    }
  };
}
