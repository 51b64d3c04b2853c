"use node";

import SMTPConnection from "nodemailer/lib/smtp-connection";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { SECOND_MS } from "../../shared/limits";

const TIMEOUT_MS = 10 * SECOND_MS;
/** The name of our own sign-in method, which sends nothing. */
const ASK = "ASK";

/**
 * Asks a mail server whether it sends to addresses with letters of all scripts
 * before the @ (SMTPUTF8). nodemailer shows a server's extensions only to a
 * sign-in method.
 * @throws if the server does not answer
 */
export function isUnicodeTaken(smtpUrl: string): Promise<boolean> {
  const { auth: _, ...server } = parseConnectionUrl(smtpUrl);
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({
      ...server,
      ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS },
      socketTimeout: TIMEOUT_MS,
      customAuth: {
        [ASK]: ({ extensions }) => {
          resolve(extensions.includes("SMTPUTF8"));
          connection.close();
        },
      },
    });
    connection.on("error", reject);
    connection.connect((error) => {
      if (error) reject(error);
      else connection.login({ method: ASK }, () => connection.close());
    });
  });
}
