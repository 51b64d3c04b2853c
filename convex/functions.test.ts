/// <reference types="vite/client" />
import { expect, test } from "vitest";

const modules = import.meta.glob<Record<string, unknown>>(
  [
    "./*.ts",
    "./model/**/*.ts",
    "!./**/*.test.ts",
    "!./test.*.ts",
    "!./*.config.ts",
  ],
  { eager: true },
);

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

/** Convex Auth registers its own. */
const OF_CONVEX_AUTH = [
  "auth:isAuthenticated",
  "auth:signIn",
  "auth:signOut",
  "auth:store",
];

test("every registered function comes from our builders", () => {
  const foreign = functions.filter(({ builtBy }) => builtBy === undefined);
  expect(foreign.map(({ name }) => name).sort()).toEqual(OF_CONVEX_AUTH);
});

test("these functions are public, each with this builder, and no other", () => {
  const shown = functions
    .filter(({ isPublic, builtBy }) => isPublic && builtBy !== undefined)
    .map(({ name, builtBy }) => `${name} ${builtBy}`);
  expect(shown.sort()).toEqual([
    "account:confirmEmail publicMutation",
    "account:requestReset publicMutation",
    "account:resendActivation visitorMutation",
    "account:resetPassword publicAction",
    "account:supportEmail publicQuery",
    "beats:create publicAction",
    "beats:get publicQuery",
    "beats:list publicQuery",
    "beats:listByProducer publicQuery",
    "beats:remove beatMutation",
    "beats:setVersesLimit beatMutation",
    "files:generateUploadUrl memberMutation",
    "profiles:create accountMutation",
    "profiles:get publicQuery",
    "profiles:isUsernameFree publicQuery",
    "profiles:search publicQuery",
    "profiles:setRole memberMutation",
    "profiles:update memberMutation",
    "stats:get publicQuery",
    "verses:create publicAction",
    "verses:list publicQuery",
    "verses:listByBeat publicQuery",
    "verses:listByRapper publicQuery",
    "verses:remove verseMutation",
    "viewer:get viewerQuery",
    "votes:mine viewerQuery",
    "votes:set memberMutation",
    "waveforms:get publicQuery",
  ]);
});

test("every function of ours says what it takes and what it returns", () => {
  const registered = Object.values(modules)
    .flatMap((exports) => Object.values(exports))
    .filter(isRegistered)
    .filter(({ builtBy }) => builtBy !== undefined) as {
    exportArgs(): string;
    exportReturns(): string;
  }[]; // what every registered function has
  for (const one of registered) {
    expect(JSON.parse(one.exportArgs())).toMatchObject({ type: "object" });
    expect(JSON.parse(one.exportReturns())).not.toBeNull();
  }
});
