import {
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chosenInEnvFile, nameInEnvFile } from "./localEnvFile.ts";

const target = {
  url: "http://127.0.0.1:1",
  adminKey: "embedded|0123456789abcdef",
};
const SECTION = `# The running backend, until it stops (npm start, npm run dev):
CONVEX_SELF_HOSTED_URL='http://127.0.0.1:1'
CONVEX_SELF_HOSTED_ADMIN_KEY='embedded|0123456789abcdef'
# End of the running backend.
`;

let root: string;
let file: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "env-file-"));
  file = join(root, ".env.local");
});

afterEach(() => rm(root, { recursive: true }));

const read = () => readFile(file, "utf8").catch(() => null);

describe("a file without a deployment", () => {
  test("is created readable only by its owner, and removed with the backend", async () => {
    const named = await nameInEnvFile(root, target);
    expect(named.warning).toBe(null);
    expect(await read()).toBe(SECTION);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await named.remove();
    expect(await read()).toBe(null);
  });

  test("keeps its other contents, before and after", async () => {
    await writeFile(file, "VITE_COLOUR=red\n# CONVEX_DEPLOYMENT=dev:off", {
      mode: 0o644,
    });
    const named = await nameInEnvFile(root, target);
    expect(await read()).toBe(
      `VITE_COLOUR=red\n# CONVEX_DEPLOYMENT=dev:off\n${SECTION}`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, `${(await read()) ?? ""}VITE_LATER=1\n`);
    await named.remove();
    expect(await read()).toBe(
      "VITE_COLOUR=red\n# CONVEX_DEPLOYMENT=dev:off\nVITE_LATER=1\n",
    );
  });

  test("stays a symbolic link", async () => {
    const elsewhere = join(root, "elsewhere");
    await writeFile(elsewhere, "A=1\n");
    await symlink(elsewhere, file);
    const named = await nameInEnvFile(root, target);
    expect(await readFile(elsewhere, "utf8")).toBe(`A=1\n${SECTION}`);
    await named.remove();
    expect(await readFile(elsewhere, "utf8")).toBe("A=1\n");
  });
});

describe.each([".env.local", ".env"])(
  "leaves another deployment in %s alone",
  (name) => {
    test.each([
      "CONVEX_DEPLOYMENT=dev:happy-otter-123 # team: a, project: b\n",
      "export CONVEX_DEPLOY_KEY='prod:x|y'\n",
      "CONVEX_SELF_HOSTED_URL=https://convex.example.org\n",
      // A start mark without its end mark: someone has edited the section.
      `${SECTION.split("\n").slice(0, 3).join("\n")}\n`,
    ])("%s", async (text) => {
      await writeFile(join(root, name), text);
      const named = await nameInEnvFile(root, target);
      expect(named.warning).toContain(`${name} names a deployment`);
      await named.remove();
      expect(await readFile(join(root, name), "utf8")).toBe(text);
      if (name === ".env") expect(await read()).toBe(null);
    });
  },
);

test.each([
  ["the line ends of Windows", (text: string) => text.replaceAll("\n", "\r\n")],
  ["a byte order mark", (text: string) => `\uFEFF${text}`],
  ["no last line end", (text: string) => text.trimEnd()],
])("finds its section again in a file saved with %s", async (_, save) => {
  const named = await nameInEnvFile(root, target);
  await writeFile(file, save(SECTION));
  const next = await nameInEnvFile(root, target);
  expect(next.warning).toBe(null);
  await writeFile(file, save((await read()) ?? ""));
  await named.remove();
  expect((await read()) ?? "").not.toContain("CONVEX");
});

test("keeps what stands around a section with the line ends of Windows", async () => {
  const named = await nameInEnvFile(root, target);
  const own = `A=1\r\n${SECTION.replaceAll("\n", "\r\n")}B=2\r\n`;
  await writeFile(file, own);
  await named.remove();
  expect(await read()).toBe("A=1\r\nB=2\r\n");
});

test("a file that cannot be read or written is a warning, at the start and at the stop", async () => {
  await mkdir(file);
  const refused = await nameInEnvFile(root, target);
  expect(refused.warning).toContain(".env.local cannot be written (EISDIR)");
  await refused.remove();
  await rm(file, { recursive: true });

  const named = await nameInEnvFile(root, target);
  await rm(file);
  await mkdir(file);
  const log = vi.spyOn(console, "error").mockReturnValue(undefined);
  await named.remove();
  expect(log).toHaveBeenCalledWith(
    expect.stringContaining(".env.local still holds the key"),
  );
  log.mockRestore();
});

test("replaces the section of a backend that was killed", async () => {
  await nameInEnvFile(root, { ...target, url: "http://127.0.0.1:2" });
  const named = await nameInEnvFile(root, target);
  expect(await read()).toBe(SECTION);
  await named.remove();
  expect(await read()).toBe(null);
});

test("leaves the section of a running backend, which removes it itself", async () => {
  const server = createServer((_request, response) => response.end("1"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // A TCP server has a port.
  const url = `http://127.0.0.1:${port}`;
  const first = await nameInEnvFile(root, { ...target, url });
  const second = await nameInEnvFile(root, target);
  expect(second.warning).toContain(url);
  await second.remove();
  expect(await read()).toContain(url);
  await first.remove();
  expect(await read()).toBe(null);
  server.close();
});

test("finds the deployment that `convex dev` would remove", async () => {
  await nameInEnvFile(root, target);
  expect(await chosenInEnvFile(root)).toBe(null);
  await writeFile(file, "CONVEX_DEPLOYMENT=dev:happy-otter-123\n");
  expect(await chosenInEnvFile(root)).toBe("dev:happy-otter-123");
});
