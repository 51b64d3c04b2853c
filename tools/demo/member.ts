/**
 * A signed-in person of the demo. Does what the app's screens do, through the
 * same public functions.
 */
import { factsOf } from "../../convex/shared/beatFacts.ts";
import {
  createBeat,
  createVerse,
  type VersePlace,
} from "./publishFunctions.ts";
import { uploadFile } from "./uploadFile.ts";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { type Character, DEMO_PASSWORD } from "./cast.ts";
import type { Inbox } from "./inbox.ts";
import type { RenderedFile } from "./renderSongs.ts";
import type { Song } from "./songs.ts";

type ContentType = "beat" | "verse";

const signIn = makeFunctionReference<
  "action",
  { provider: string; params: Record<string, string> },
  { tokens?: { token: string } | null }
>("auth:signIn");

const confirmEmail = makeFunctionReference<
  "mutation",
  { code: string },
  { status: string }
>("account:confirmEmail");

const updateProfile = makeFunctionReference<
  "mutation",
  { username: string; bio: string; instagram: string; youtube: string },
  null
>("profiles:update");

const setVote = makeFunctionReference<
  "mutation",
  { contentType: ContentType; contentId: string; voted: boolean },
  null
>("votes:set");

const setFollow = makeFunctionReference<
  "mutation",
  { userId: string; isFollowed: boolean },
  null
>("follows:set");

const viewer = makeFunctionReference<
  "query",
  Record<string, never>,
  { userId: string } | null
>("viewer:get");

/** Synthesised beats begin with their first bar. */
const SYNTH_GRID = { firstBarMs: 0 };

export class Member {
  readonly #client: ConvexHttpClient;
  readonly #token: string;

  private constructor(client: ConvexHttpClient, token: string) {
    this.#client = client;
    this.#token = token;
  }

  /** Signs up, follows the link in the mail, and writes the bio. */
  static async join(
    url: string,
    inbox: Inbox,
    character: Character,
    signal: AbortSignal,
  ): Promise<Member> {
    const client = new ConvexHttpClient(url, { logger: false });
    const { email, username, role, state, bio, instagram } = character;
    const { tokens } = await client.action(signIn, {
      provider: "password",
      params: {
        flow: "signUp",
        email,
        password: DEMO_PASSWORD,
        username,
        role,
        state,
        instagram,
        youtube: "",
      },
    });
    if (!tokens) throw new Error(`${email} is not signed in after signing up.`);
    client.setAuth(tokens.token);
    const code = await inbox.mailedCode(email, "/activate", signal);
    const { status } = await client.mutation(confirmEmail, { code });
    if (status !== "confirmed") throw new Error(`${email} is ${status}.`);
    if (bio !== "")
      await client.mutation(updateProfile, {
        username,
        bio,
        instagram,
        youtube: "",
      });
    return new Member(client, tokens.token);
  }

  async publishBeat(song: Song, file: RenderedFile): Promise<string> {
    return this.#client.action(createBeat, {
      storageId: await this.#upload("beats", file),
      ...factsOf(song),
      terms: song.terms,
      grid: SYNTH_GRID,
      peaks: file.peaks,
    });
  }

  async publishVerse(
    beatId: string,
    file: RenderedFile,
    place: VersePlace,
  ): Promise<string> {
    const { peaks, durationMs } = file;
    const storageId = await this.#upload("verses", file);
    const verse = { beatId, storageId, peaks, durationMs, ...place };
    return this.#client.action(createVerse, verse);
  }

  /** Calls functions as this person, for those that have no method here. */
  get client(): ConvexHttpClient {
    return this.#client;
  }

  async vote(contentType: ContentType, contentId: string): Promise<void> {
    const vote = { contentType, contentId, voted: true };
    await this.#client.mutation(setVote, vote);
  }

  async userId(): Promise<string> {
    const person = await this.#client.query(viewer, {});
    if (person === null) throw new Error("A person of the demo is gone.");
    return person.userId;
  }

  async follow(other: Member): Promise<void> {
    const follow = { userId: await other.userId(), isFollowed: true };
    await this.#client.mutation(setFollow, follow);
  }

  #upload(kind: "beats" | "verses", { wav }: RenderedFile): Promise<string> {
    const file = { kind, contentType: "audio/wav", bytes: wav };
    return uploadFile(this.#client, this.#token, file);
  }
}
