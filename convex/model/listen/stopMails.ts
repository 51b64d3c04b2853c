/**
 * The page that a mail's link opens to stop mails about mics. Nobody has to
 * sign in.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Language } from "../../shared/validators";
import { markup } from "./html";
import { securityHeaders } from "./securityHeaders";
import { pageResponse, viewOf } from "./answers";
import { absentPage } from "./absentPage";

export const STOP_PATH = "/unsubscribe/";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/**
 * A proof that only the site can make, with its key. It can be computed again,
 * so no table has to store it.
 */
const proofOf = (userId: string, key: string): string =>
  bytesToHex(hmac(sha256, bytesOf(key), bytesOf(`stop mails ${userId}`)));

/** Returns the address that stops these mails for a person. */
export function stopUrl(
  pages: string,
  {
    userId,
    key,
    language,
  }: { userId: string; key: string; language: Language },
): string {
  const path = `${STOP_PATH}${userId}/${proofOf(userId, key)}`;
  return new URL(`${path}?lang=${language}`, pages).toString();
}

const TEXTS: Record<
  Language,
  Record<"title" | "text" | "key" | "done", string>
> = {
  en: {
    title: "Mails about mics",
    text: "We mail you when a mic that you asked about is free.",
    key: "Stop these mails",
    done: "These mails have stopped. You can turn them on again on your account page.",
  },
  hi: {
    title: "माइक के ईमेल",
    text: "आपने जिस माइक के बारे में पूछा हो, उसके ख़ाली होने पर हम ईमेल भेजते हैं।",
    key: "ये ईमेल बंद करें",
    done: "ये ईमेल बंद हो गए। खाते के पेज पर इन्हें फिर चालू कर सकते हैं।",
  },
};

/**
 * Answers GET with a page that has a button, because mail programs open links
 * by themselves. Answers POST by stopping the mails at once, because the button
 * of a mail program sends that.
 */
export async function answerStop(
  request: Request,
  siteKey: string | null,
  stop: (userId: string) => Promise<unknown>,
): Promise<Response> {
  const view = viewOf(request);
  const { pathname } = new URL(request.url);
  const [userId = "", proof] = pathname.slice(STOP_PATH.length).split("/");
  const isKnown = siteKey !== null && proof === proofOf(userId, siteKey);
  const isStopped = isKnown && request.method === "POST";
  if (isStopped) await stop(userId);
  const { title, text, key, done } = TEXTS[view.language];
  const page = isKnown
    ? {
        ...{ title, about: text, path: null, returnPath: null, tags: null },
        main: markup`<div class="cover plain">
<div>
<h1>${title}</h1>
<p class="credit" role="status">${isStopped ? done : text}</p>
</div>
</div>
${isStopped ? null : markup`<form class="actions" method="post"><button class="action first" type="submit">${key}</button></form>`}`,
        hasPlayer: false,
      }
    : absentPage(view, "missing");
  const status = isKnown ? 200 : 404;
  const policy = await securityHeaders(view, null, "'self'");
  const headers = { "Cache-Control": "no-store", ...policy };
  return pageResponse(view, { status, page }, headers);
}
