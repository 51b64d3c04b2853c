import { api, internal } from "../_generated/api";
import { hashPassword, newSalt } from "../model/accounts/passwords";
import { DAY_MS } from "../shared/limits";
import type { Client, Person, PersonOptions, World } from "./test.world";

export const PASSWORD = "gully nights 1";
export const emailOf = ({ username }: Pick<Person, "username">) =>
  `${username}@example.com`;

/** Makes a member who can prove and use a password. */
export async function joinWithPassword(
  world: World,
  options: PersonOptions,
): Promise<Person> {
  const person = await world.join(options);
  const secret = await hashPassword(PASSWORD, newSalt());
  await world.t.run(async (ctx) => {
    await ctx.db.insert("authAccounts", {
      userId: person.userId,
      provider: "password",
      providerAccountId: emailOf(person),
      secret,
    });
  });
  return person;
}

/** Signs in as a browser does, and returns a client with the new session. */
export async function signIn(
  world: World,
  person: Pick<Person, "username">,
): Promise<Client> {
  const { tokens } = await world.stranger.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", email: emailOf(person), password: PASSWORD },
  });
  if (!tokens) throw new Error("no tokens");
  return world.bearer(tokens.token);
}

export const leave = (person: Client): Promise<{ dueAt: number }> =>
  person.action(api.leaving.deleteAccount, { password: PASSWORD });

/** Lets a day pass for all attempt counters. */
export const passOneDay = (world: World) =>
  world.t.run(async (ctx) => {
    for (const counter of await ctx.db.query("attemptCounters").collect()) {
      await ctx.db.patch("attemptCounters", counter._id, {
        countedAt: counter.countedAt - DAY_MS,
        fullAt: counter.fullAt - DAY_MS,
      });
    }
  });

/** Lets the seven days of everyone who is leaving pass. */
export const passSevenDays = (world: World) =>
  world.t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("departures").collect()) {
      await ctx.db.patch("departures", _id, { dueAt: Date.now() - 1 });
    }
  });

/** Runs the removal part by part until no departure is due. */
export async function removeAllDue(world: World): Promise<void> {
  const isDone = async () => {
    const waiting = await world.rows("departures");
    return waiting.every(({ keptAt }) => keptAt !== null);
  };
  while (!(await isDone())) {
    await world.t.mutation(internal.leaving.removeDue, {});
  }
}
