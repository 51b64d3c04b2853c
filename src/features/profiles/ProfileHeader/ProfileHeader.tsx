import { Badge, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense, lazy, useState } from "react";
import type { PublicProfile } from "../../../../convex/shared/validators";
import { PageTitle } from "../../../components/PageTitle/PageTitle";
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
    <header className={classes.header}>
      <PageTitle>{profile.username}</PageTitle>
      <Group gap="sm">
        <Badge size="lg" radius="sm" c="var(--gc-on-haldi)">
          {roles[profile.role]}
        </Badge>
        {profile.state !== "" && <span>{stateName(profile.state)}</span>}
        {isOwn && (
          <Button variant="default" onClick={open} className={classes.edit}>
            {t.edit}
          </Button>
        )}
      </Group>
      {profile.bio !== "" && <p className={classes.bio}>{profile.bio}</p>}
      <SocialLinks profile={profile} />
      <Stats userId={profile.userId} />
      {isOwn && wasEdited && (
        <Suspense fallback={null}>
          <EditProfileModal
            opened={isEditing}
            onClose={close}
            profile={profile}
          />
        </Suspense>
      )}
    </header>
  );
}
