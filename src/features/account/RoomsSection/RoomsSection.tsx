import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useSettings } from "../useSettings";

/** Sets whether a person's name is shown in the rooms of live cyphers. */
export function RoomsSection() {
  const { rooms: t } = useAccountTexts();
  const setRoomName = useMutation(api.account.setRoomName);
  const { saved, isBusy, save } = useSettings();
  return (
    <AccountSection
      row="rooms"
      title={t.title}
      now={saved ? (saved.showsInRooms ? t.shown : t.hidden) : undefined}
      hint={t.hint}
    >
      <Switch
        size="md"
        label={t.showName}
        disabled={saved === null || isBusy}
        checked={saved?.showsInRooms ?? true}
        onChange={(event) => {
          const isWanted = event.currentTarget.checked;
          void save(() => setRoomName({ isWanted }));
        }}
      />
    </AccountSection>
  );
}
