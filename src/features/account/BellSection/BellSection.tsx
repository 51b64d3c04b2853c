import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import {
  RING_SWITCHES,
  type RingSwitch,
} from "../../../../convex/shared/rings";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { showToast } from "../../../lib/showToast";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { useBellTexts } from "../../../texts/useBellTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useAttempt } from "../useAttempt";

/** What the bell tells a person of. */
export function BellSection() {
  const t = useBellTexts();
  const { saved: savedText } = useAccountTexts().mails;
  const settings = useLiveQuery({ query: api.account.settings, args: {} });
  const setWanted = useMutation(api.bell.setWanted);
  const { isBusy, attempt } = useAttempt();
  const saved = settings.status === "success" ? settings.data : null;

  const handleChange = async (ring: RingSwitch, isWanted: boolean) => {
    const refusal = await attempt(() => setWanted({ ring, isWanted }));
    if (refusal) showToast(refusal.message, { isFailure: true });
    else showToast(savedText);
  };

  return (
    <AccountSection title={t.switchesTitle} hint={t.switchesHint}>
      {RING_SWITCHES.map((ring) => (
        <Switch
          key={ring}
          size="md"
          label={t.switches[ring]}
          disabled={saved === null || isBusy}
          checked={!saved?.quietRings.includes(ring)}
          onChange={(event) =>
            void handleChange(ring, event.currentTarget.checked)
          }
        />
      ))}
    </AccountSection>
  );
}
