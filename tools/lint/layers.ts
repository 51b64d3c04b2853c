/**
 * The layers of the project: which folder may import which. This list is the only place that says
 * so, and the import rules are made from it.
 */

/** Folders or files, each with a description. Those of one layer do not import each other. */
export type Layer = Readonly<Record<string, string>>;

export interface Tree {
  readonly root: string;
  /**
   * Lowest first. A file imports from its own place and from places of earlier
   * layers. A place is a path below `root`; a folder covers what is in it except
   * places of their own, and "." covers the files directly in `root`.
   */
  readonly layers: readonly Layer[];
  /** Folders that never import each other, whatever their layers. */
  readonly apart: readonly (readonly string[])[];
}

export const BACKEND: Tree = {
  root: "backend/src",
  layers: [
    {
      values: "Convex values: JSON forms, validators, ids, index keys",
      queues: "queues that let callers take turns",
      log: "log lines, and the text of an error",
    },
    { storage: "SQLite; the only place with SQL" },
    {
      database:
        "documents, indexes and transactions; start at `database/contract.ts`",
    },
    {
      "runtime/contract":
        "what the rest of the server knows of the runtime; start at `runtime/contract/runtime.ts`",
    },
    {
      "runtime/worker": "what all threads that run functions share",
    },
    {
      "runtime/worker/syscalls": "syscalls that every kind of function has",
    },
    { "runtime/messages": "what threads send each other" },
    {
      "runtime/realms/inside": "code that runs inside the realm of functions",
      "runtime/realms/transform": "how modules are rewritten for a realm",
    },
    { "runtime/realms": "realms: the globals and modules that functions see" },
    {
      "runtime/executor/transactions":
        "transactions, group commit and live queries",
      "runtime/executor/records": "rows that the backend keeps for itself",
      "runtime/vectors": "the thread that searches vectors",
      "runtime/actions": "threads that run actions",
      "runtime/main":
        "the main thread's side: it starts and watches the others",
    },
    {
      "runtime/executor/scheduler": "scheduled functions and crons",
      "runtime/executor/vectors":
        "vector indexes as the executor asks for them",
    },
    { "runtime/executor/syscalls": "syscalls of queries and mutations" },
    {
      "runtime/executor":
        "the thread that has the database and runs transactions",
    },
    {
      admission: "limits for each caller",
      auth: "tokens and the admin key",
      files: "stored files on disk",
    },
    { http: "what routes are made of: errors, bodies, CORS, headers" },
    { push: "pushes of functions" },
    {
      admin: "the other routes of the CLI: environment, logs, system tables",
      sync: "the WebSocket protocol",
      transfer: "backups, exports and imports",
    },
    { routes: "what answers a request" },
    { process: "the process: signals, supervision" },
    { server: "options, and the server that puts everything together" },
    { ".": "the command line" },
    { exports: "what other packages may import, as `exports` in package.json" },
  ],
  apart: [
    ["runtime/main", "runtime/executor", "runtime/actions", "runtime/vectors"],
  ],
};

export const APP: Tree = {
  root: "src",
  layers: [
    { lib: "small things that know nothing of the product" },
    {
      texts: "everything the app says, in each language",
      routing: "addresses of pages",
    },
    { "audio/loudness": "how loud a sound is" },
    { "audio/signal": "samples, levels and formats" },
    { "audio/analysis": "tempo, bars and key of a beat" },
    { "audio/delay": "the delay between hearing and recording" },
    { "audio/check": "the mic check before a take" },
    { "audio/store": "takes kept on the device" },
    { "audio/capture": "recording" },
    { "audio/player": "the player of the app" },
    { "audio/room": "the sound of a live cypher, in step for everybody" },
    { "audio/mix": "mixing a take with its beat" },
    { "audio/takeBars": "the bars of a take, and how some are replaced" },
    { "audio/studio": "the recorder, put together from all of these" },
    { hooks: "hooks that several features use" },
    { components: "parts of screens that several features use" },
    {
      "features/auth": "signing up and in",
      "features/bell": "what a person is told of others",
      "features/claim": "copyright claims of people without an account",
      "features/ears": "how many have heard something",
      "features/follows": "who follows whom",
      "features/landing": "the landing page",
      "features/leaving": "deleting an account, and coming back",
      "features/legal": "terms, privacy and other long texts",
      "features/notices": "what the moderators told a person",
      "features/offline": "what works without a connection",
      "features/safety": "reports and blocks",
      "features/storage": "how much room an account has left",
      "features/transparency": "figures about moderation",
      "features/upload": "publishing a beat",
      "features/votes": "votes",
    },
    {
      "features/account": "settings of an account",
      "features/bars": "tempo and bars of a beat",
      "features/player": "play keys, waveforms and the player at the bottom",
      "features/search": "finding artists",
      "features/words": "the words of verses",
    },
    {
      "features/beats": "beats: cards, lists and their page",
      "features/moderation": "the desk of the moderators",
      "features/outbox": "verses on their way to the server",
      "features/verses": "verses: cards and lists",
    },
    {
      "features/following": "the works of people one follows",
      "features/fresh": "what hardly anybody has heard, one by one",
      "features/home": "the lists on the home page",
      "features/profiles": "profiles of artists",
      "features/recorder": "recording a verse",
      "features/shell": "the frame around the pages",
    },
    { "features/cyphers": "chains of verses with one mic" },
    {
      pages: "pages, put together from features",
      listen: "style and script of the public pages; see `tools/site/`",
    },
    {
      app: "routes and providers",
      worker: "the service worker, which starts the app without a connection",
    },
    { ".": "where the app starts" },
    { testing: "support for tests" },
  ],
  apart: [],
};

const MODEL: Tree = {
  root: "convex/model",
  layers: [
    {
      ".": "contexts, settings, hashes, errors for people, storage in use, open cases",
    },
    {
      rateLimits: "how often a caller may do a thing",
      audio: "what a file of sound is, read from its bytes",
      lists: "pages, totals and ranks of long lists",
      profiles: "names of artists, and the search for them",
      previews: "the pictures that link previews show",
    },
    {
      accounts: "accounts, passwords, mailed codes and permissions",
      words: "the words of verses, and drafts of them",
    },
    {
      circle:
        "follows, first listens, and the bell that tells people of each other",
    },
    { cyphers: "the mic of a cypher, and who has it" },
    {
      "leaving/departures":
        "accounts whose owners asked to delete them, until they are removed",
    },
    { content: "beats, verses and votes" },
    { cases: "what moderators decide about, and claims" },
    { safety: "reports, blocks, and audio that two people published" },
    { exports: "one ZIP of everything that belongs to a person" },
    {
      leaving: "what goes with an account, and its removal",
      listen: "the public pages that shared links open",
    },
    { moderation: "the queue, decisions, notices, appeals and suspensions" },
  ],
  apart: [],
};

/** The trees whose imports are checked. */
export const TREES: readonly Tree[] = [BACKEND, APP, MODEL];

/** Folders in which no files may import each other in a circle. */
export const CYCLE_ROOTS = [
  "backend",
  "src",
  "convex",
  "launcher",
  "e2e",
  "tools",
];
