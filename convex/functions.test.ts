/// <reference types="vite/client" />
import { expect, test } from "vitest";

const modules = import.meta.glob<Record<string, unknown>>(
  ["./*.ts", "./model/**/*.ts", "!./**/*.test.ts", "!./*.config.ts"],
  { eager: true },
);

const handlerSources = import.meta.glob<string>(
  ["./*.ts", "!./*.test.ts", "!./*.config.ts"],
  { eager: true, query: "?raw", import: "default" },
);

const modelSources = import.meta.glob<string>(
  ["./model/**/*.ts", "!./**/*.test.ts"],
  { eager: true, query: "?raw", import: "default" },
);

/** Finds any use of `db` as a name in the code; comments may mention it. */
const readsDatabase = (source: string) =>
  /\bdb\b/.test(source.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, ""));

interface Registered {
  isPublic?: boolean;
  builtBy?: string;
}

const isRegistered = (value: unknown): value is Registered =>
  typeof value === "function" &&
  ["isQuery", "isMutation", "isAction"].some((mark) => mark in value);

const functions = Object.entries(modules).flatMap(([path, exports]) =>
  Object.entries(exports)
    .filter((entry): entry is [string, Registered] => isRegistered(entry[1]))
    .map(([name, value]) => ({
      name: `${path.replace(/^\.\/|\.ts$/g, "")}:${name}`,
      ...{ isPublic: value.isPublic === true, builtBy: value.builtBy },
    })),
);

test("every deployed function is at the root of convex/", () => {
  const inModel = functions.filter(({ name }) => name.startsWith("model/"));
  expect(inModel).toEqual([]);
});

test("does not deploy test support: the CLI skips names with several dots", () => {
  const names = Object.keys(import.meta.glob("./testing/**/*.{ts,js}"));
  expect(names).toContain("./testing/test.world.ts");
  const deployed = names.filter((name) => name.split(".").length < 4);
  expect(deployed).toEqual([]);
});

test("only the model reads and writes the database, never a handler", () => {
  const reading = Object.entries(handlerSources)
    .filter(([, source]) => readsDatabase(source))
    .map(([path]) => path);
  expect(Object.keys(handlerSources)).toContain("./beats.ts");
  expect(reading).toEqual([]);
});

test.each([
  "handler: (ctx) => ctx.db.get(id)",
  "handler: ({ db }) => db.get(id)",
  "handler: ({ viewer, db: rows }) => rows.get(viewer)",
  'handler: (ctx) => ctx["db"].get(id)',
])("detects a handler that reads the database: %s", (source) => {
  expect(readsDatabase(source)).toBe(true);
});

test("decisions are only added, by one module; a person who leaves is unlinked from them", () => {
  const writing = Object.entries(modelSources).flatMap(([path, source]) =>
    [
      ...source.matchAll(/\.(insert|patch|replace|delete)\(\s*"decisions"/g),
    ].map(([, verb]) => `${path} ${verb}`),
  );
  expect([...new Set(writing)].sort()).toEqual([
    "./model/leaving/unlinkModeration.ts patch",
    "./model/moderation/decisions.ts insert",
  ]);
});

/** Functions that Convex Auth registers itself. */
const OF_CONVEX_AUTH = ["auth:isAuthenticated", "auth:store"];

test("every registered function comes from our builders", () => {
  const foreign = functions.filter(({ builtBy }) => builtBy === undefined);
  expect(foreign.map(({ name }) => name).sort()).toEqual(OF_CONVEX_AUTH);
});

test("exactly these functions are public, each with this builder", () => {
  const shown = functions
    .filter(({ isPublic, builtBy }) => isPublic && builtBy !== undefined)
    .map(({ name, builtBy }) => `${name} ${builtBy}`);
  expect(shown.sort()).toEqual([
    "account:changePassword publicAction",
    "account:confirmEmail publicMutation",
    "account:correctEmail publicAction",
    "account:disown publicMutation",
    "account:grievanceContact publicQuery",
    "account:openConfirmation publicMutation",
    "account:requestReset publicMutation",
    "account:resendActivation visitorMutation",
    "account:resetPassword publicAction",
    "account:setDecisionMails accountMutation",
    "account:setMailLanguage accountMutation",
    "account:setMicMails accountMutation",
    "account:setRoomName accountMutation",
    "account:setSignInMails accountMutation",
    "account:settings viewerQuery",
    "account:supportEmail publicQuery",
    "auth:signIn publicAction",
    "auth:signOut publicAction",
    "bars:set beatMutation",
    "beats:create publicAction",
    "beats:get publicQuery",
    "beats:list publicQuery",
    "beats:listByProducer publicQuery",
    "beats:proof publicQuery",
    "beats:remove ownBeatMutation",
    "beats:setTerms beatMutation",
    "beats:setVersesLimit beatMutation",
    "bell:list viewerQuery",
    "bell:markRead accountMutation",
    "bell:setWanted accountMutation",
    "bell:unread viewerQuery",
    "claims:answer defenceMutation",
    "claims:confirm publicMutation",
    "claims:create publicAction",
    "claims:read publicMutation",
    "cyphers:end memberMutation",
    "cyphers:get publicQuery",
    "cyphers:mine viewerQuery",
    "cyphers:newest publicQuery",
    "cyphers:onBeat publicQuery",
    "cyphers:open beatMutation",
    "cyphers:pass defenceMutation",
    "cyphers:sending memberMutation",
    "cyphers:setLine defenceMutation",
    "cyphers:take memberMutation",
    "cyphers:watch memberMutation",
    "ears:candidates viewerQuery",
    "ears:heardBy viewerQuery",
    "ears:record visitorMutation",
    "emailChanges:cancel accountMutation",
    "emailChanges:confirm publicMutation",
    "emailChanges:open publicMutation",
    "emailChanges:request publicAction",
    "emailChanges:stop publicMutation",
    "exports:page viewerQuery",
    "files:myStorage viewerQuery",
    "follows:counts viewerQuery",
    "follows:list viewerQuery",
    "follows:markSeen accountMutation",
    "follows:news viewerQuery",
    "follows:set defenceMutation",
    "follows:state viewerQuery",
    "leaving:belongings viewerQuery",
    "leaving:deleteAccount publicAction",
    "leaving:discardKept accountMutation",
    "leaving:dismissKept accountMutation",
    "leaving:notices viewerQuery",
    "moderation:acknowledge moderatorMutation",
    "moderation:decide moderatorMutation",
    "moderation:get moderatorQuery",
    "moderation:queue moderatorQuery",
    "moderation:undo moderatorMutation",
    "notices:appeal defenceMutation",
    "notices:markRead accountMutation",
    "notices:mine viewerQuery",
    "profiles:create accountMutation",
    "profiles:get publicQuery",
    "profiles:isUsernameFree publicQuery",
    "profiles:search publicQuery",
    "profiles:setRole memberMutation",
    "profiles:update memberMutation",
    "rooms:get publicQuery",
    "rooms:here defenceMutation",
    "rooms:leave publicMutation",
    "safety:blockedPeople viewerQuery",
    "safety:mayRecordOn viewerQuery",
    "safety:myReports viewerQuery",
    "safety:report memberMutation",
    "safety:setBlocked memberMutation",
    "sessions:end accountMutation",
    "sessions:endOthers accountMutation",
    "sessions:list viewerQuery",
    "stats:get publicQuery",
    "transparency:months publicQuery",
    "uploads:begin memberMutation",
    "uploads:cancel memberMutation",
    "uploads:get viewerQuery",
    "uploads:join publicAction",
    "verses:answerable viewerQuery",
    "verses:create publicAction",
    "verses:list publicQuery",
    "verses:listByBeat publicQuery",
    "verses:listByRapper publicQuery",
    "verses:remove ownVerseMutation",
    "viewer:get viewerQuery",
    "votes:mine viewerQuery",
    "votes:set memberMutation",
    "waveforms:get publicQuery",
    "words:draft viewerQuery",
    "words:edit verseMutation",
    "words:get publicQuery",
    "words:saveDraft memberMutation",
    "words:withdraw ownVerseMutation",
  ]);
});

test("every function of ours declares its arguments and its result", () => {
  const registered = Object.values(modules)
    .flatMap((exports) => Object.values(exports))
    .filter(isRegistered)
    .filter(({ builtBy }) => builtBy !== undefined) as {
    exportArgs(): string;
    exportReturns(): string;
  }[]; // present on every registered function
  for (const one of registered) {
    expect(JSON.parse(one.exportArgs())).toMatchObject({ type: "object" });
    expect(JSON.parse(one.exportReturns())).not.toBeNull();
  }
});
