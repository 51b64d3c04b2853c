import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { RING_SWITCHES } from "../../../../convex/shared/rings";
import { useBellTexts } from "../../../texts/useBellTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useSettings } from "../useSettings";

/** Chooses what the bell notifies a person about. */
export function BellSection() {
  const t = useBellTexts();
  const setWanted = useMutation(api.bell.setWanted);
  const { saved, isBusy, save } = useSettings();

  return (
    <AccountSection
      row="bell"
      title={t.switchesTitle}
      now={
        saved
          ? t.switchesNow(
              RING_SWITCHES.length - saved.quietRings.length,
              RING_SWITCHES.length,
            )
          : undefined
      }
      hint={t.switchesHint}
    >
      {RING_SWITCHES.map((ring) => (
        <Switch
          key={ring}
          size="md"
          label={t.switches[ring]}
          disabled={saved === null || isBusy}
          checked={!saved?.quietRings.includes(ring)}
          onChange={(event) => {
            const isWanted = event.currentTarget.checked;
            void save(() => setWanted({ ring, isWanted }));
          }}
        />
      ))}
    </AccountSection>
  );
}
