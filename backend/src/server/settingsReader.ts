import { type SettingName, settings } from "./settings.ts";

/** Reads single settings and collects what is wrong with them. */
export class SettingsReader {
  readonly problems: string[] = [];
  readonly text: (name: SettingName) => string;

  constructor(text: (name: SettingName) => string) {
    this.text = text;
  }

  integer(name: SettingName, min: number, max: number): number {
    const value = Number(this.text(name));
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    this.#complain(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  count(name: SettingName): number {
    return this.integer(name, 1, 1_000_000);
  }

  size(name: SettingName): number {
    return this.integer(name, 1_024, 2 ** 40);
  }

  oneOf<T extends string>(
    name: SettingName,
    choices: readonly T[],
    otherwise: T,
  ): T {
    const text = this.text(name);
    const chosen = choices.find((choice) => choice === text);
    if (chosen === undefined) {
      this.#complain(name, `must be one of ${choices.join(", ")}`);
    }
    return chosen ?? otherwise;
  }

  flag(name: SettingName): boolean {
    const text = this.text(name);
    if (text === "true" || text === "1") return true;
    if (text !== "false" && text !== "0") {
      this.#complain(name, "must be true or false");
    }
    return false;
  }

  origin(name: SettingName): string | null {
    const text = this.text(name);
    return text === "" ? null : this.#parseOrigin(name, text);
  }

  origins(name: SettingName, first: string | null): ReadonlySet<string> {
    const origins = new Set(first === null ? [] : [first]);
    for (const part of this.text(name).split(",")) {
      const text = part.trim();
      if (text === "*") origins.add("*");
      else if (text !== "") origins.add(this.#parseOrigin(name, text));
    }
    return origins;
  }

  #parseOrigin(name: SettingName, text: string): string {
    if (/^https?:\/\//.test(text) && URL.canParse(text)) {
      return new URL(text).origin;
    }
    this.#complain(name, "must be an address like https://example.org");
    return text;
  }

  #complain(name: SettingName, demand: string): void {
    const { env } = settings[name];
    this.problems.push(
      `--${name} (${env}) ${demand}, not "${this.text(name)}".`,
    );
  }
}
