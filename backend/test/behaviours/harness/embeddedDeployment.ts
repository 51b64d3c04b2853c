/** The embedded backend, called with the stock clients. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { importJWK, SignJWT } from "jose";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { action, mutation, query } from "../../support/clients.ts";
import { Deployment as HostedDeployment } from "../../support/convexTest/deployment.ts";
import schema from "../app/schema.ts";
import {
  type Args,
  type Deployment,
  ISSUER,
  type Person,
} from "./deployment.ts";
import "./signingKey.ts";

type Client = ConvexClient | ConvexHttpClient;
type Transport = "HTTP" | "WebSocket";

export class EmbeddedDeployments implements AsyncDisposable {
  readonly #hosted = new HostedDeployment(
    inject("deployment"),
    Object.keys(schema.tables),
  );
  readonly #sockets: ConvexClient[] = [];

  open(transport: Transport): Deployment {
    return this.#deploymentOf(transport, null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#sockets.map((socket) => socket.close()));
  }

  #deploymentOf(transport: Transport, person: Person | null): Deployment {
    let opened: Promise<Client> | null = null;
    const client = () => (opened ??= this.#connect(transport, person));
    const { url } = inject("deployment");
    return {
      query: async <Result>(name: string, args: Args = {}) =>
        (await client()).query(query<Result>(name), args),
      mutation: async <Result>(name: string, args: Args = {}) =>
        (await client()).mutation(mutation<Result>(name), args),
      action: async <Result>(name: string, args: Args = {}) =>
        (await client()).action(action<Result>(name), args),
      as: (other) => this.#deploymentOf(transport, other),
      fetch: async (path, init) => {
        await client();
        const headers = new Headers(init?.headers);
        if (person !== null) {
          headers.set("authorization", `Bearer ${await tokenOf(person)}`);
        }
        return fetch(url + path, { ...init, headers });
      },
      settle: async () => {
        const dueJobs = query<number>("scheduler:dueJobs");
        while ((await (await client()).query(dueJobs, {})) > 0) await sleep(5);
      },
    };
  }

  async #connect(transport: Transport, person: Person | null): Promise<Client> {
    // Wipes the deployment before the first call.
    await this.#hosted.client();
    const { url } = inject("deployment");
    if (transport === "HTTP") {
      const http = new ConvexHttpClient(url, { logger: false });
      if (person !== null) http.setAuth(await tokenOf(person));
      return http;
    }
    const socket = new ConvexClient(url, {
      unsavedChangesWarning: false,
      logger: false,
    });
    this.#sockets.push(socket);
    if (person !== null) socket.setAuth(() => tokenOf(person));
    return socket;
  }
}

async function tokenOf({
  subject,
  emailVerified,
  ...claims
}: Person): Promise<string> {
  const { jwk } = inject("signingKey");
  return new SignJWT({ ...claims, email_verified: emailVerified })
    .setProtectedHeader({ alg: "ES256" })
    .setIssuer(ISSUER)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importJWK(jwk, "ES256"));
}
