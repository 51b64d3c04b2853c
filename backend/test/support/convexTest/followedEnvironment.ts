import { renameSync, writeFileSync } from "node:fs";
import { SerialQueue } from "../../../src/queues/serialQueue.ts";
import type { DeploymentAddress } from "./deploymentAddress.ts";

type Variables = ReadonlyMap<string, string>;

/** The process's variables before any test. */
const before: Variables = ownVariables();

const RealDate = Date;

/**
 * Copies the variables and the clock that a test sets in this process to the
 * deployment.
 */
export class FollowedEnvironment {
  static readonly #known = new Map<string, FollowedEnvironment>();

  readonly #address: DeploymentAddress;
  /**
   * The deployment's variables; null until they are read. Another test file may
   * have left some.
   */
  #current: Variables | null = null;
  /** What the clock's file says; null until it is written. */
  #clock: string | null = null;
  readonly #updates = new SerialQueue();

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

  /**
   * Updates run one after another, because each compares with the result of the
   * previous one.
   */
  follow(): Promise<void> {
    this.#setClock(Date === RealDate ? "" : String(Date.now()));
    const wanted = new Map([
      ...setByTest(),
      ["TEST_CLOCK_FILE", this.#address.clockFile] as const,
    ]);
    return this.#updates.run(() => this.#update(wanted));
  }

  #setClock(text: string): void {
    if (text === this.#clock) return;
    const { clockFile } = this.#address;
    writeFileSync(`${clockFile}.new`, text);
    renameSync(`${clockFile}.new`, clockFile);
    this.#clock = text;
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
    })) as { value: { name: string; value: string }[] }; // the format that the CLI reads
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

/**
 * Returns what tests changed. Leaves out variables that the backend sets
 * itself, because they cannot be set.
 */
function setByTest(): [string, string][] {
  return [...ownVariables()].filter(
    ([name, value]) =>
      before.get(name) !== value && !name.startsWith("CONVEX_"),
  );
}
