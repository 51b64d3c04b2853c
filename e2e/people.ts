/**
 * People for the stories. One story signs up through the screens; the others
 * make their people through the public functions, as any client may.
 */
import type { BrowserContextOptions } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
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
  /** Calls functions as this person. */
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
  { userId: string } | null
>("viewer:get");

/** Nobody has these yet: stories share one app and must not meet by name. */
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
  if (!tokens) throw new Error(`${email} was not signed in by signing up.`);
  client.setAuth(tokens.token);
  const self = await client.query(viewer, {});
  if (self === null) throw new Error(`${email} has no account after sign-up.`);
  return { ...details, userId: self.userId, tokens, client };
}

/** A confirmed person, ready for every protected route. */
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

/** A browser in which this person has signed in before. */
export function signedIn(
  app: Addresses,
  person: Person,
): BrowserContextOptions {
  const origin = new URL(app.url).origin;
  // The names under which the auth client keeps a session.
  const namespace = origin.replace(/[^a-zA-Z0-9]/g, "");
  return {
    baseURL: origin,
    storageState: {
      cookies: [],
      origins: [
        {
          origin,
          localStorage: [
            {
              name: `__convexAuthJWT_${namespace}`,
              value: person.tokens.token,
            },
            {
              name: `__convexAuthRefreshToken_${namespace}`,
              value: person.tokens.refreshToken,
            },
          ],
        },
      ],
    },
  };
}
