import { SMTPServer } from "smtp-server";
import type { AddressInfo } from "node:net";

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: string;
}

/**
 * Starts a mail server on a free port that keeps every mail it gets. With
 * `hideSMTPUTF8`, the server does not announce that it takes addresses with
 * letters of all scripts.
 */
export async function openMailbox(options = { hideSMTPUTF8: false }) {
  const mails: ReceivedMail[] = [];
  let notify = () => {};
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    disableReverseLookup: true, // a reverse lookup would wait for a name server
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push(parseMail(to.join(), Buffer.concat(chunks).toString()));
        notify();
        done();
      });
    },
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.server.address() as AddressInfo; // a TCP server has this kind of address
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Waits for the n-th mail to `address` that links to `path`. */
    async mailTo(address: string, path: string, n = 1): Promise<ReceivedMail> {
      const isWanted = (mail: ReceivedMail) =>
        mail.to === address && linkIn(mail).pathname === path;
      for (;;) {
        const mail = mails.filter(isWanted)[n - 1];
        if (mail) return mail;
        await new Promise<void>((resolve) => (notify = resolve));
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Returns the first link in a mail. */
export function linkIn(mail: Pick<ReceivedMail, "text">): URL {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`no link in: ${mail.text}`);
  return new URL(link);
}

function parseMail(to: string, source: string): ReceivedMail {
  const subject = /^Subject: (.*)$/m.exec(source)?.[1] ?? "";
  const part = (type: string) => {
    const start = source.indexOf(`Content-Type: ${type}`);
    const body = source.indexOf("\r\n\r\n", start) + 4;
    const isBase64 = /base64/i.test(source.slice(start, body));
    const content = source.slice(body, source.indexOf("\r\n--", body));
    return isBase64
      ? Buffer.from(content, "base64").toString()
      : decode(content);
  };
  const [text, html] = [part("text/plain"), part("text/html")];
  const headers = source.slice(0, source.indexOf("\r\n\r\n"));
  return { to, subject: subject.trim(), text, html, headers };
}

/** Decodes quoted-printable text. */
const decode = (text: string) =>
  text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    );
