import type { DeploymentAddress } from "./deploymentAddress.ts";

type Variables = ReadonlyMap<string, string>;

/** What the process had before any test. */
const before: Variables = ownVariables();

const RealDate = Date;

/** The deployment's variables and clock follow what a test sets here. */
export class FollowedEnvironment {
  static readonly #known = new Map<string, FollowedEnvironment>();

  readonly #address: DeploymentAddress;
  /** What the deployment has; asked once, as another test file may have left some. */
  #current: Variables | null = null;
  #following: Promise<void> = Promise.resolve();

  private constructor(address: DeploymentAddress) {
    this.#address = address;
  }

  static of(address: DeploymentAddress): FollowedEnvironment {
    const known = FollowedEnvironment.#known.get(address.url);
    if (known) return known;
    const environment = new FollowedEnvironment(address);
    FollowedEnvironment.#known.set(address.url, environment);
    return environment;
  }

  /** One after the other: each compares with what the one before has set. */
  follow(): Promise<void> {
    const wanted = setByTest();
    const follow = () => this.#update(wanted);
    this.#following = this.#following.then(follow, follow);
    return this.#following;
  }

  async #update(wanted: Variables): Promise<void> {
    const current = (this.#current ??= await this.#read());
    const changes = [
      ...[...current.keys()]
        .filter((name) => !wanted.has(name))
        .map((name) => ({ name, value: null })),
      ...[...wanted]
        .filter(([name, value]) => current.get(name) !== value)
        .map(([name, value]) => ({ name, value })),
    ];
    if (changes.length === 0) return;
    await this.#post("/api/update_environment_variables", { changes });
    this.#current = wanted;
  }

  async #read(): Promise<Variables> {
    const { value } = (await this.#post("/api/query", {
      path: "_system/cli/queryEnvironmentVariables:default",
      format: "convex_encoded_json",
      args: [{}],
    })) as { value: { name: string; value: string }[] }; // as the CLI reads it
    return new Map(value.map((variable) => [variable.name, variable.value]));
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(this.#address.url + path, {
      method: "POST",
      headers: { Authorization: `Convex ${this.#address.adminKey}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }
}

function ownVariables(): Variables {
  const all = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new Map(all);
}

/** Variables the backend sets by itself cannot be set. */
function setByTest(): Variables {
  const changed = [...ownVariables()].filter(
    ([name, value]) =>
      before.get(name) !== value && !name.startsWith("CONVEX_"),
  );
  const isClockSet = Date !== RealDate;
  return new Map([
    ...changed,
    ...(isClockSet ? [["TEST_NOW_MS", String(Date.now())] as const] : []),
  ]);
}
