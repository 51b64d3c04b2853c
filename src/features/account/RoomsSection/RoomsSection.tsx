import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { showToast } from "../../../lib/showToast";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useAttempt } from "../useAttempt";

/** Whether a person's name stands in the rooms of live cyphers. */
export function RoomsSection() {
  const { rooms: t, mails } = useAccountTexts();
  const settings = useLiveQuery({ query: api.account.settings, args: {} });
  const setRoomName = useMutation(api.account.setRoomName);
  const { isBusy, attempt } = useAttempt();
  const saved = settings.status === "success" ? settings.data : null;
  const handleChange = async (isWanted: boolean) => {
    const refusal = await attempt(() => setRoomName({ isWanted }));
    if (refusal) showToast(refusal.message, { isFailure: true });
    else showToast(mails.saved);
  };
  return (
    <AccountSection title={t.title} hint={t.hint}>
      <Switch
        size="md"
        label={t.showName}
        disabled={saved === null || isBusy}
        checked={saved?.showsInRooms ?? true}
        onChange={(event) => void handleChange(event.currentTarget.checked)}
      />
    </AccountSection>
  );
}
