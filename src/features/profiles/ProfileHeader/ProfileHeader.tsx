import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense, lazy, useState } from "react";
import type { PublicProfile } from "../../../../convex/shared/validators";
import { ArtistArt, toneOfRole } from "../../../components/Poster/ArtistArt";
import { Poster } from "../../../components/Poster/Poster";
import { useViewer } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { SocialLinks } from "./SocialLinks";
import { Stats } from "./Stats";
import classes from "./ProfileHeader.module.css";

const EditProfileModal = lazy(async () => ({
  default: (await import("../EditProfileModal/EditProfileModal"))
    .EditProfileModal,
}));

export function ProfileHeader({ profile }: { profile: PublicProfile }) {
  const t = useTexts("profiles");
  const { roles, stateName } = useTexts("common");
  const isOwn = useViewer()?.userId === profile.userId;
  const [wasEdited, setWasEdited] = useState(false);
  const [isEditing, { open, close }] = useDisclosure(false, {
    onOpen: () => setWasEdited(true),
  });

  return (
    <div className={classes.header}>
      <Poster
        title={profile.username}
        tone={toneOfRole[profile.role]}
        art={<ArtistArt role={profile.role} />}
      >
        <Group gap="sm">
          <span className={classes.role}>{roles[profile.role]}</span>
          {profile.state !== "" && <span>{stateName(profile.state)}</span>}
        </Group>
        {profile.bio !== "" && <p className={classes.bio}>{profile.bio}</p>}
        <SocialLinks profile={profile} />
      </Poster>
      <div className={classes.numbers}>
        <Stats userId={profile.userId} />
        {isOwn && (
          <Button variant="default" onClick={open}>
            {t.edit}
          </Button>
        )}
      </div>
      {isOwn && wasEdited && (
        <Suspense fallback={null}>
          <EditProfileModal
            opened={isEditing}
            onClose={close}
            profile={profile}
          />
        </Suspense>
      )}
    </div>
  );
}
