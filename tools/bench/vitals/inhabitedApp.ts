/** Starts the app as `npm start` does, with beats and verses on its pages. */
import { makeFunctionReference } from "convex/server";
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "playwright-core";
import { RunningApp } from "../../../e2e/app.ts";
import { makeBeat, makeVerse } from "../../../e2e/content.ts";
import { mailsTo } from "../../../e2e/mail.ts";
import {
  type Person,
  type Role,
  newDetails,
  signInto,
  signUpUnconfirmed,
} from "../../../e2e/people.ts";

const BEATS = 4;
const VERSES = 3;
const MAIL_LIMIT_MS = 30_000;

export interface InhabitedApp extends AsyncDisposable {
  readonly app: RunningApp;
  readonly beatId: string;
}

const confirmEmail = makeFunctionReference<
  "mutation",
  { code: string },
  { status: string }
>("account:confirmEmail");

export async function startInhabitedApp(): Promise<InhabitedApp> {
  const app = await RunningApp.start();
  try {
    const producer = await joinApp(app, "producer");
    const rapper = await joinApp(app, "rapper");
    const beats = [];
    for (let n = 0; n < BEATS; n++) beats.push(await makeBeat(producer));
    const beatId = beats[0]?.id ?? "";
    for (let n = 0; n < VERSES; n++) await makeVerse(rapper, beatId);
    const dispose = () => app.dispose();
    return { app, beatId, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await app.dispose();
    throw error;
  }
}

export async function joinApp(app: RunningApp, role: Role): Promise<Person> {
  const person = await signUpUnconfirmed(app, newDetails(role));
  const code = await mailedCode(app, person.email);
  await person.client.mutation(confirmEmail, { code });
  return person;
}

/**
 * Signs somebody new into every page of the context. A stored session serves one
 * visit: the page renews its token, and a second use of the old one ends it.
 */
export async function signInNew(
  context: BrowserContext,
  app: RunningApp,
  role: Role,
): Promise<void> {
  await signInto(context, app, await joinApp(app, role));
}

async function mailedCode(app: RunningApp, email: string): Promise<string> {
  const givesUpAtMs = performance.now() + MAIL_LIMIT_MS;
  while (performance.now() < givesUpAtMs) {
    const [mail] = await mailsTo(app.mailUrl, email);
    const code = /\/activate\?code=([^\s&]+)/.exec(mail?.text ?? "")?.[1];
    if (code !== undefined) return code;
    await pause(50);
  }
  throw new Error(`No mail with a code has come to ${email}.`);
}
