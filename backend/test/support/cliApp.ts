import { spawn } from "node:child_process";
import {
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const PACKAGES = join(import.meta.dirname, "../../../node_modules");
const CLI = join(PACKAGES, "convex/bin/main.js");

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Target {
  readonly url: string;
  readonly adminKey: string;
}

/**
 * A small Convex app in a temporary folder, with everything that a push can
 * contain.
 */
export class CliApp implements AsyncDisposable {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** Creates the folder with these files. Disposing the app deletes it. */
  static async create(
    files: Readonly<Record<string, string>> = APP,
  ): Promise<CliApp> {
    const directory = await mkdtemp(join(tmpdir(), "convex-cli-"));
    const app = new CliApp(directory);
    await symlink(PACKAGES, join(directory, "node_modules"));
    await app.write("package.json", PACKAGE_JSON);
    for (const [path, text] of Object.entries(files)) {
      await app.write(path, text);
    }
    return app;
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.directory, path));
  }

  async read(path: string): Promise<string> {
    return await readFile(join(this.directory, path), "utf8");
  }

  /**
   * Runs the official CLI. With `until`, stops it once its output contains that
   * text.
   */
  async run(
    args: readonly string[],
    target: Target,
    until?: string,
  ): Promise<CliResult> {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: this.directory,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOME: this.directory,
        CI: "1",
        CONVEX_SELF_HOSTED_URL: target.url,
        CONVEX_SELF_HOSTED_ADMIN_KEY: target.adminKey,
      },
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
        if (until !== undefined && output[name].includes(until)) child.kill();
      });
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    return { code, ...output };
  }

  /**
   * Returns the complete body of `start_push`, which the CLI builds without a
   * server.
   */
  async pushBody(): Promise<unknown> {
    const nowhere = { url: "http://127.0.0.1:1", adminKey: "none" };
    const result = await this.run(
      [
        "deploy",
        "--codegen=disable",
        "--typecheck=disable",
        "--push-all-modules",
        "--write-push-request=push",
      ],
      nowhere,
    );
    if (result.code !== 0) throw new Error(result.stderr);
    return JSON.parse(await this.read("push.json"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

const PACKAGE_JSON = JSON.stringify({
  name: "cli-app",
  private: true,
  type: "module",
  dependencies: { convex: "*", nodemailer: "*" },
});

/**
 * Has components (one mounted twice), crons, HTTP routes, `"use node"` and
 * auth.
 */
export const APP: Readonly<Record<string, string>> = {
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      messages: defineTable({ body: v.string(), author: v.optional(v.string()) })
        .index("by_author", ["author"]),
    });`,
  "convex/convex.config.ts": `
    import { defineApp } from "convex/server";
    import aggregate from "@convex-dev/aggregate/convex.config.js";
    import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
    const app = defineApp();
    app.use(rateLimiter);
    app.use(aggregate, { name: "byAuthor" });
    app.use(aggregate, { name: "byBody" });
    export default app;`,
  "convex/messages.ts": `
    import { internalMutationGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
    import { v } from "convex/values";
    export const list = queryGeneric({
      args: {},
      handler: async (ctx) => {
        const messages = await ctx.db.query("messages").collect();
        return messages.map((message) => message.body);
      },
    });
    export const send = mutationGeneric({
      args: { body: v.string() },
      returns: v.null(),
      handler: async (ctx, { body }) => {
        console.log("sending", body);
        await ctx.db.insert("messages", { body });
        return null;
      },
    });
    export const clear = internalMutationGeneric({
      args: {},
      handler: async (ctx) => {
        for (const { _id } of await ctx.db.query("messages").collect()) {
          await ctx.db.delete(_id);
        }
      },
    });
    export const uploadUrl = mutationGeneric((ctx) => ctx.storage.generateUploadUrl());
    export const sendLater = mutationGeneric({
      args: { body: v.string() },
      handler: (ctx, args) =>
        ctx.scheduler.runAfter(3_600_000, makeFunctionReference("messages:send"), args),
    });
    export const notRegistered = () => 1;`,
  "convex/mail.ts": `
    "use node";
    import { actionGeneric } from "convex/server";
    import nodemailer from "nodemailer";
    export const kind = actionGeneric({
      args: {},
      handler: async () => typeof nodemailer.createTransport,
    });`,
  "convex/http.ts": `
    import { httpActionGeneric, httpRouter } from "convex/server";
    const http = httpRouter();
    const handler = httpActionGeneric(async () => new Response("hello"));
    http.route({ path: "/hello", method: "GET", handler });
    http.route({ pathPrefix: "/files/", method: "POST", handler });
    export default http;`,
  "convex/crons.ts": `
    import { cronJobs, makeFunctionReference } from "convex/server";
    const crons = cronJobs();
    // This cron changes nothing that a test looks at, whenever it is due.
    crons.monthly("tick", { day: 29, hourUTC: 3, minuteUTC: 7 }, makeFunctionReference("messages:uploadUrl"));
    export default crons;`,
  "convex/auth.config.ts": `
    export default {
      providers: [{ domain: process.env.CONVEX_SITE_URL, applicationID: "convex" }],
    };`,
};
