/**
 * Calls the backend's admin endpoints, as the official CLI does. Methods throw
 * if the backend does not answer 200.
 */
export class AdminClient {
  readonly #url: string;
  readonly #adminKey: string;

  constructor(target: { url: string; adminKey: string }) {
    this.#url = target.url;
    this.#adminKey = target.adminKey;
  }

  /** Returns the deployment's environment variables, as functions see them. */
  async environment(): Promise<Map<string, string>> {
    const answer = await this.#post("/api/query", {
      path: "_system/cli/queryEnvironmentVariables:default",
      format: "convex_encoded_json",
      args: [{}],
    });
    // The backend and the CLI agree on this format.
    const { value } = answer as { value: { name: string; value: string }[] };
    return new Map(value.map((variable) => [variable.name, variable.value]));
  }

  /** Sets variables; a null value removes one. */
  async setEnvironment(
    changes: readonly { name: string; value: string | null }[],
  ): Promise<void> {
    await this.#post("/api/update_environment_variables", { changes });
  }

  /**
   * Returns the path and hash of every deployed module. They change with any
   * change of the code.
   */
  async moduleHashes(): Promise<readonly unknown[]> {
    const answer = await this.#post("/api/get_config_hashes", {});
    return (answer as { moduleHashes: unknown[] }).moduleHashes;
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(this.#url + path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Convex ${this.#adminKey}`,
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) {
      const text = await response.text();
      throw new Error(`${path} answered ${response.status}: ${text}`);
    }
    return await response.json();
  }
}
