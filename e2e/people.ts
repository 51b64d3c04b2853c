/**
 * Creates people for the tests. One test signs up on the screens; all others
 * use the public functions, as any client may.
 */
import type { BrowserContext } from "@playwright/test";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { randomBytes } from "node:crypto";
import type { Addresses } from "./app.ts";
import { linkMailedTo } from "./mail.ts";

export type Role = "producer" | "rapper" | "producer_rapper" | "listener";

export interface Details {
  readonly email: string;
  readonly password: string;
  readonly username: string;
  readonly role: Role;
  readonly state: string;
}

export interface Person extends Details {
  readonly userId: string;
  readonly tokens: Tokens;
  /** Client that calls functions as this person. */
  readonly client: ConvexHttpClient;
}

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

const signIn = makeFunctionReference<
  "action",
  { provider: string; params: Record<string, string> },
  { tokens?: Tokens | null }
>("auth:signIn");

const confirmEmail = makeFunctionReference<
  "mutation",
  { code: string },
  { status: string }
>("account:confirmEmail");

const viewer = makeFunctionReference<
  "query",
  Record<string, never>,
  { userId: string; emailConfirmedAt: number | null } | null
>("viewer:get");

/**
 * Returns unused details. Tests share one app, so names and addresses must be
 * unique.
 */
export function newDetails(role: Role): Details {
  const tail = randomBytes(4).toString("hex");
  return {
    email: `${role}.${tail}@example.org`,
    password: `gully ${tail} cypher`,
    username: `${role}_${tail}`,
    role,
    state: role === "listener" ? "" : "Delhi",
  };
}

/**
 * Signs up through the public functions and returns without confirming the
 * email.
 */
export async function signUpUnconfirmed(
  app: Addresses,
  details: Details,
): Promise<Person> {
  const client = new ConvexHttpClient(app.url, { logger: false });
  const { email, password, username, role, state } = details;
  const { tokens } = await client.action(signIn, {
    provider: "password",
    params: {
      flow: "signUp",
      email,
      password,
      username,
      role,
      state,
      instagram: "",
      youtube: "",
    },
  });
  if (!tokens) throw new Error(`Signing up did not sign ${email} in.`);
  client.setAuth(tokens.token);
  const self = await client.query(viewer, {});
  if (self === null) throw new Error(`${email} has no account after sign-up.`);
  return { ...details, userId: self.userId, tokens, client };
}

/** A live connection of a person that survives restarts of the app. */
export function connect(
  { url }: Pick<Addresses, "url">,
  { tokens }: Person,
): ConvexClient {
  const client = new ConvexClient(url, {
    unsavedChangesWarning: false,
    logger: false,
  });
  client.setAuth(() => Promise.resolve(tokens.token));
  return client;
}

/** Creates a confirmed person who can open every protected route. */
export async function join(
  app: Addresses,
  role: Role,
  details: Partial<Details> = {},
): Promise<Person> {
  const person = await signUpUnconfirmed(app, {
    ...newDetails(role),
    ...details,
  });
  const link = await linkMailedTo(app.mailUrl, person.email, "/activate");
  const code = new URL(link).searchParams.get("code");
  if (code === null) throw new Error(`No code in ${link}`);
  const { status } = await person.client.mutation(confirmEmail, { code });
  if (status !== "confirmed")
    throw new Error(`${person.email} was not confirmed but ${status}.`);
  return person;
}

/**
 * Returns when the email was confirmed, in ms since the epoch; null if it is
 * not.
 */
export async function confirmedAt({ client }: Person): Promise<number | null> {
  const self = await client.query(viewer, {});
  if (self === null) throw new Error("The account is gone.");
  return self.emailConfirmedAt;
}

/**
 * Returns the local storage entries in which the auth client keeps a session.
 */
export function storedSession(
  app: Pick<Addresses, "url">,
  { tokens }: Pick<Person, "tokens">,
): { name: string; value: string }[] {
  const namespace = new URL(app.url).origin.replace(/[^a-zA-Z0-9]/g, "");
  return [
    { name: `__convexAuthJWT_${namespace}`, value: tokens.token },
    {
      name: `__convexAuthRefreshToken_${namespace}`,
      value: tokens.refreshToken,
    },
  ];
}

/** People whose first session a browser already uses. */
const opened = new Set<string>();

/**
 * Signs in every page of the context, until the person signs out. Playwright's
 * `storageState` would first open a page of its own, which takes longer. Every
 * browser has a session of its own, as in life: if two renew the same one, more
 * than ten seconds apart, it counts as stolen and ends.
 */
export async function signInto(
  context: BrowserContext,
  app: Pick<Addresses, "url">,
  person: Person,
): Promise<void> {
  const session = opened.has(person.userId)
    ? await signInAgain(app, person)
    : person;
  opened.add(person.userId);
  await context.addInitScript(
    ({ origin, entries }) => {
      const mark = "signed-in-by-test";
      if (location.origin !== origin || localStorage.getItem(mark)) return;
      localStorage.setItem(mark, "yes");
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    {
      origin: new URL(app.url).origin,
      entries: storedSession(app, session),
    },
  );
}

async function signInAgain(
  app: Pick<Addresses, "url">,
  { email, password }: Person,
): Promise<Pick<Person, "tokens">> {
  const client = new ConvexHttpClient(app.url, { logger: false });
  const { tokens } = await client.action(signIn, {
    provider: "password",
    params: { flow: "signIn", email, password },
  });
  if (!tokens) throw new Error(`${email} could not sign in again.`);
  return { tokens };
}
