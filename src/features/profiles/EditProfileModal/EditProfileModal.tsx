import type { PublicProfile } from "../../../../convex/shared/validators";
import { Dialog } from "../../../components/Dialog/Dialog";
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
  return (
    <Dialog opened={opened} onClose={onClose} title={t.title}>
      <EditProfileForm profile={profile} onClose={onClose} />
    </Dialog>
  );
}
