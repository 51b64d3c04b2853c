import { text } from "node:stream/consumers";
import type { RemoteService } from "./compatCase.ts";
import { startLocalServer } from "./localServer.ts";

/** Accepts every mail as `remote-1`, except mail to refused@resend.dev. */
export function startMailApi(
  variables: Readonly<Record<string, string>>,
): Promise<RemoteService> {
  return startLocalServer(
    (request, response) => {
      void text(request).then((body) => {
        const refused = body.includes("refused@resend.dev");
        const error = { error: "The address is refused." };
        response.statusCode = refused ? 422 : 200;
        response.end(JSON.stringify(refused ? error : { id: "remote-1" }));
      });
    },
    (url) => ({ ...variables, MAIL_API_URL: url }),
  );
}
