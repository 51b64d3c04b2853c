import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { LIMITED_ACTS, limitVariable } from "../shared/rateLimits";
import { setAuthKeys } from "./test.authKeys";
import { decideNow } from "./test.cases";
import { joinWithPassword, PASSWORD } from "./test.leaver";
import { at } from "./test.origins";
import { makeModeratedWorld, type ModeratedWorld } from "./test.moderation";
import { beginUpload, noise } from "./test.pieces";
import { publicWrites } from "./test.publicWrites";
import type { Client, Person } from "./test.world";

/** What the calls need. No call changes it, because each call is refused. */
interface Scene extends ModeratedWorld {
  /** Someone without a session, with a known IP address. */
  readonly visitor: Client;
  readonly owner: Person;
  readonly caseId: Id<"cases">;
  readonly sessionId: Id<"authSessions">;
  readonly uploadId: Id<"uploads">;
  readonly audioId: Id<"_storage">;
  readonly cypherId: Id<"cyphers">;
  readonly storageId: Id<"_storage">;
}

const EMAIL = "asha@example.com";
const CODE = { code: "x" };
const NAMES = { username: "asha", instagram: "", youtube: "" };
const CLAIM = { name: "Meera", email: EMAIL, work: "Rain", signature: "Meera" };
const PROOF = "https://music.example/rain";

/** For every public function that writes, a call that the rate limit counts. */
const CALLS: Record<string, (scene: Scene) => Promise<unknown>> = {
  "account:changePassword": ({ owner }) =>
    owner.action(api.account.changePassword, {
      ...{ password: PASSWORD, newPassword: "another one 2" },
    }),
  "account:confirmEmail": ({ visitor }) =>
    visitor.mutation(api.account.confirmEmail, CODE),
  "account:correctEmail": ({ asUnconfirmed }) =>
    asUnconfirmed.action(api.account.correctEmail, { email: EMAIL }),
  "account:disown": ({ visitor }) => visitor.mutation(api.account.disown, CODE),
  "account:openConfirmation": ({ visitor }) =>
    visitor.mutation(api.account.openConfirmation, CODE),
  "account:requestReset": ({ visitor }) =>
    visitor.mutation(api.account.requestReset, { email: EMAIL }),
  "account:resendActivation": ({ asUnconfirmed }) =>
    asUnconfirmed.mutation(api.account.resendActivation, {}),
  "account:resetPassword": ({ visitor }) =>
    visitor.action(api.account.resetPassword, {
      ...{ email: EMAIL, ...CODE, newPassword: "another one 2" },
    }),
  "account:setDecisionMails": ({ owner }) =>
    owner.mutation(api.account.setDecisionMails, { isWanted: true }),
  "account:setMailLanguage": ({ owner }) =>
    owner.mutation(api.account.setMailLanguage, { language: "hi" }),
  "account:setMicMails": ({ owner }) =>
    owner.mutation(api.account.setMicMails, { isWanted: false }),
  "account:setRoomName": ({ owner }) =>
    owner.mutation(api.account.setRoomName, { isWanted: false }),
  "account:setSignInMails": ({ owner }) =>
    owner.mutation(api.account.setSignInMails, { isWanted: true }),
  "auth:signIn": ({ visitor }) =>
    visitor.action(api.auth.signIn, {
      provider: "password",
      params: { flow: "signIn", email: EMAIL, password: PASSWORD },
    }),
  "bars:set": ({ asProducer, beatId }) =>
    asProducer.mutation(api.bars.set, { beatId, grid: null, key: null }),
  "beats:create": ({ asProducer, storageId }) =>
    asProducer.action(api.beats.create, {
      ...{ storageId, title: "Gully", genre: "Trap", bpm: 97, tags: [] },
      peaks: [],
    }),
  "beats:remove": ({ asProducer, beatId }) =>
    asProducer.mutation(api.beats.remove, { beatId }),
  "beats:setTerms": ({ asProducer, beatId }) =>
    asProducer.mutation(api.beats.setTerms, { beatId, terms: "ask" }),
  "beats:setVersesLimit": ({ asProducer, beatId }) =>
    asProducer.mutation(api.beats.setVersesLimit, { beatId, versesCount: 20 }),
  "bell:markRead": ({ owner }) =>
    owner.mutation(api.bell.markRead, { upTo: 0 }),
  "bell:setWanted": ({ owner }) =>
    owner.mutation(api.bell.setWanted, { ring: "votes", isWanted: false }),
  "claims:answer": ({ asRapper, caseId }) =>
    asRapper.mutation(api.claims.answer, { caseId, text: "Mine." }),
  "claims:confirm": ({ visitor }) => visitor.mutation(api.claims.confirm, CODE),
  "claims:create": ({ visitor, beatId }) =>
    visitor.action(api.claims.create, {
      ...{ ...CLAIM, proof: PROOF, link: `/beats/${beatId}` },
    }),
  "claims:read": ({ visitor }) => visitor.mutation(api.claims.read, CODE),
  "cyphers:end": ({ asRapper, cypherId }) =>
    asRapper.mutation(api.cyphers.end, { cypherId }),
  "cyphers:open": ({ asProducer, beatId }) =>
    asProducer.mutation(api.cyphers.open, { beatId, bars: 8 }),
  "cyphers:pass": ({ asRapper, cypherId }) =>
    asRapper.mutation(api.cyphers.pass, { cypherId, turnNo: 1 }),
  "cyphers:sending": ({ asRapper, cypherId }) =>
    asRapper.mutation(api.cyphers.sending, { cypherId, turnNo: 1 }),
  "cyphers:setLine": ({ asRapper, cypherId }) =>
    asRapper.mutation(api.cyphers.setLine, { cypherId, isInLine: true }),
  "cyphers:take": ({ asRapper, cypherId }) =>
    asRapper.mutation(api.cyphers.take, { cypherId }),
  "cyphers:watch": ({ asRapper, cypherId }) =>
    asRapper.mutation(api.cyphers.watch, { cypherId, isWaiting: true }),
  "ears:record": ({ asListener, beatId }) =>
    asListener.mutation(api.ears.record, { contentId: beatId }),
  "emailChanges:cancel": ({ owner }) =>
    owner.mutation(api.emailChanges.cancel, {}),
  "emailChanges:confirm": ({ visitor }) =>
    visitor.mutation(api.emailChanges.confirm, CODE),
  "emailChanges:open": ({ visitor }) =>
    visitor.mutation(api.emailChanges.open, CODE),
  "emailChanges:request": ({ owner }) =>
    owner.action(api.emailChanges.request, {
      ...{ email: "new@example.com", password: PASSWORD },
    }),
  "emailChanges:stop": ({ visitor }) =>
    visitor.mutation(api.emailChanges.stop, CODE),
  "follows:markSeen": ({ owner }) => owner.mutation(api.follows.markSeen, {}),
  "follows:set": ({ asListener, asRapper: { userId } }) =>
    asListener.mutation(api.follows.set, { userId, isFollowed: true }),
  "leaving:deleteAccount": ({ owner }) =>
    owner.action(api.leaving.deleteAccount, { password: PASSWORD }),
  "leaving:discardKept": ({ owner }) =>
    owner.mutation(api.leaving.discardKept, { keptId: "x" }),
  "leaving:dismissKept": ({ owner }) =>
    owner.mutation(api.leaving.dismissKept, {}),
  "moderation:acknowledge": ({ moderator, caseId }) =>
    moderator.mutation(api.moderation.acknowledge, { caseId }),
  "moderation:decide": ({ moderator, caseId }) =>
    moderator.mutation(api.moderation.decide, {
      ...{ caseId, decision: "warn", suspension: null, reason: "" },
    }),
  "moderation:undo": ({ moderator }) =>
    moderator.mutation(api.moderation.undo, { pendingId: "x" }),
  "notices:appeal": ({ asRapper }) =>
    asRapper.mutation(api.notices.appeal, { decisionId: "x", text: "Mine." }),
  "notices:markRead": ({ asRapper }) =>
    asRapper.mutation(api.notices.markRead, {}),
  "profiles:create": ({ asNameless }) =>
    asNameless.mutation(api.profiles.create, {
      ...{ ...NAMES, role: "listener", state: "" },
    }),
  "profiles:setRole": ({ owner }) =>
    owner.mutation(api.profiles.setRole, { role: "listener" }),
  "profiles:update": ({ owner }) =>
    owner.mutation(api.profiles.update, { ...NAMES, bio: "" }),
  "rooms:here": ({ asRapper, cypherId }) =>
    asRapper.mutation(api.rooms.here, { cypherId, sessionId: "tab" }),
  "safety:report": ({ asListener, beatId }) =>
    asListener.mutation(api.safety.report, {
      ...{ subjectType: "beat", subjectId: beatId, reason: "spam", text: "" },
    }),
  "safety:setBlocked": ({ asListener, asRapper: { userId } }) =>
    asListener.mutation(api.safety.setBlocked, { userId, isBlocked: true }),
  "sessions:end": ({ owner, sessionId }) =>
    owner.mutation(api.sessions.end, { sessionId }),
  "sessions:endOthers": ({ owner }) =>
    owner.mutation(api.sessions.endOthers, {}),
  "uploads:begin": ({ asProducer }) => beginUpload(asProducer, noise(1_000)),
  "uploads:cancel": ({ asProducer, uploadId }) =>
    asProducer.mutation(api.uploads.cancel, { uploadId }),
  "uploads:join": ({ asProducer, uploadId }) =>
    asProducer.action(api.uploads.join, { uploadId }),
  "verses:create": ({ asRapper, beatId, audioId }) =>
    asRapper.action(api.verses.create, {
      ...{ beatId, storageId: audioId, peaks: [], durationMs: 2_000 },
    }),
  "verses:remove": ({ asRapper, verseId }) =>
    asRapper.mutation(api.verses.remove, { verseId }),
  "votes:set": ({ asListener, beatId }) =>
    asListener.mutation(api.votes.set, {
      ...{ contentType: "beat", contentId: beatId, voted: true },
    }),
  "words:edit": ({ asRapper, verseId }) =>
    asRapper.mutation(api.words.edit, { verseId, words: "other" }),
  "words:saveDraft": ({ asRapper, beatId }) =>
    asRapper.mutation(api.words.saveDraft, {
      ...{ beatId, words: "mine", base: null, ageMs: 0 },
    }),
  "words:withdraw": ({ asRapper, verseId }) =>
    asRapper.mutation(api.words.withdraw, { verseId }),
};

/** Writes that need no limit, with the reason. */
const WITHOUT_LIMIT: Record<string, string> = {
  "rooms:leave": "ends a stay, which only a beat of presence makes",
  "auth:signOut":
    "ends a session, which only a sign-in makes; those are limited",
};

let scene: Scene;

async function makeScene(): Promise<Scene> {
  await setAuthKeys();
  const world = await makeModeratedWorld();
  const { _id: caseId } = await world.reportVerse();
  const { _id: decided } = await world.reportProfile();
  await decideNow(world, world.moderator, decided, { decision: "warn" });
  const { uploadId } = await beginUpload(world.asProducer, noise(1_000));
  const owner = await joinWithPassword(world, { role: "rapper" });
  const cypherId = await world.asRapper.mutation(api.cyphers.open, {
    ...{ beatId: world.beatId, bars: 8 },
  });
  const ip = "203.0.113.9";
  const sessions = await world.rows("authSessions");
  const own = sessions.find(({ userId }) => userId === owner.userId);
  if (own === undefined) throw new Error("no session");
  return {
    ...{ ...world, caseId, uploadId, owner, cypherId, sessionId: own._id },
    visitor: at(world.t, ip),
    storageId: await world.upload({ name: "beat-97bpm-short-2s.mp3" }),
    audioId: await world.upload({ name: "verse-2s-live.webm" }),
  };
}

/** Any function that asks for a limit now fails, and names it. */
function breakEveryLimit() {
  for (const act of LIMITED_ACTS) {
    for (const scope of ["account", "youngAccount", "origin"] as const) {
      vi.stubEnv(limitVariable(act, scope), "broken");
    }
  }
}

beforeAll(async () => {
  scene = await makeScene();
  breakEveryLimit();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await scene.settle();
});

test("every public function that writes is called here, or says why it has no limit", () => {
  const named = [...Object.keys(CALLS), ...Object.keys(WITHOUT_LIMIT)];
  expect(publicWrites.toSorted()).toEqual(named.sort());
});

test.each(Object.keys(CALLS))("%s asks for a limit", async (name) => {
  await expect(CALLS[name]?.(scene)).rejects.toThrow(
    /LIMIT_\w+ must be a number/,
  );
});

test("signing out asks for none", async () => {
  expect(await scene.owner.action(api.auth.signOut, {})).toBeNull();
});
