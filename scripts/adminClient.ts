/** Calls the backend's admin requests, as the official CLI does. */
export class AdminClient {
  readonly #url: string;
  readonly #adminKey: string;

  constructor(target: { url: string; adminKey: string }) {
    this.#url = target.url;
    this.#adminKey = target.adminKey;
  }

  /** Variables of the deployment, as functions see them. */
  async environment(): Promise<Map<string, string>> {
    const answer = await this.#post("/api/query", {
      path: "_system/cli/queryEnvironmentVariables:default",
      format: "convex_encoded_json",
      args: [{}],
    });
    // The form is the backend's own, and the CLI's.
    const { value } = answer as { value: { name: string; value: string }[] };
    return new Map(value.map((variable) => [variable.name, variable.value]));
  }

  async setEnvironment(
    changes: readonly { name: string; value: string | null }[],
  ): Promise<void> {
    await this.#post("/api/update_environment_variables", { changes });
  }

  /** Identifies what is deployed: path and hash of every module of the app. */
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
