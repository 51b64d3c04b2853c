import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

/** Returns the ids of the beats that the site map lists. */
export async function publicBeatIds(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/sitemaps/beats-1.xml`);
  const found = (await answer.text()).matchAll(/\/listen\/beats\/([^<]+)</g);
  return [...found].map(([, id = ""]) => id);
}

/** Reads a page to its end, from this or another local address, and returns its status. */
export async function statusOf(
  address: string,
  localAddress?: string,
): Promise<number> {
  const request = get(address, { localAddress });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode ?? 0;
}
