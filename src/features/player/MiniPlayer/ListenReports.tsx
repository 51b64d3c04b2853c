import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../../convex/_generated/api";
import { appPlayer } from "../../../audio/player/appPlayer";
import { ListenMeter } from "../../../audio/player/listenMeter";
import { logFailure } from "../../../lib/logFailure";

/** Exists as long as the page is open, so that nothing is reported twice. */
const meter = new ListenMeter();

/** Reports what the viewer has heard. The server decides whether it counts. Renders nothing. */
export function ListenReports() {
  const record = useMutation(api.ears.record);
  useEffect(
    () =>
      appPlayer.subscribe(() => {
        const contentId = meter.note(appPlayer.getState(), performance.now());
        if (contentId === null) return;
        record({ contentId }).catch((cause: unknown) =>
          logFailure("reporting a listen failed", cause),
        );
      }),
    [record],
  );
  return null;
}
