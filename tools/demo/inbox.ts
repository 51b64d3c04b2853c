import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 150;
const PATIENCE_MS = 60_000;

interface CaughtMail {
  readonly text: string;
  readonly to: readonly { readonly address: string }[];
}

/** Polls the local inbox, as a person waiting for a mail would. */
export class Inbox {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Waits for a mail to this address with a link to `path`, and returns its code.
   * Throws after a minute.
   */
  async mailedCode(
    email: string,
    path: string,
    signal: AbortSignal,
  ): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      for (const mail of await this.#mailsTo(email, signal)) {
        const code = findCode(mail.text, path);
        if (code !== null) return code;
      }
      await sleep(POLL_MS, undefined, { signal });
    }
    throw new Error(`No mail to ${email} within a minute.`);
  }

  async #mailsTo(email: string, signal: AbortSignal): Promise<CaughtMail[]> {
    const response = await fetch(`${this.#url}/email`, { signal });
    // The inbox answers in this format.
    const mails = (await response.json()) as CaughtMail[];
    return mails.filter((mail) =>
      mail.to.some(({ address }) => address === email),
    );
  }
}

function findCode(text: string, path: string): string | null {
  const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  const link = links.find((url) => new URL(url).pathname === path);
  return link === undefined ? null : new URL(link).searchParams.get("code");
}
