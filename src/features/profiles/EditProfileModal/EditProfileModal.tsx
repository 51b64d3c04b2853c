import "../../../components/modalStyles";
import { Modal } from "@mantine/core";
import type { PublicProfile } from "../../../../convex/shared/validators";
import { useReturnFocus } from "../../../hooks/useReturnFocus";
import { useTexts } from "../../../texts/TextsProvider";
import { EditProfileForm } from "./EditProfileForm";

interface EditProfileModalProps {
  opened: boolean;
  profile: PublicProfile;
  onClose: () => void;
}

export function EditProfileModal({
  opened,
  profile,
  onClose,
}: EditProfileModalProps) {
  const t = useTexts("profiles").editForm;
  const { close } = useTexts("common");
  useReturnFocus(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // A stray click, or the second of a double click, would lose the text.
      closeOnClickOutside={false}
      title={t.title}
      closeButtonProps={{ "aria-label": close }}
    >
      <EditProfileForm profile={profile} onClose={onClose} />
    </Modal>
  );
}
