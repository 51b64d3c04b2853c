import { Badge, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { PublicProfile } from "../../../../convex/shared/validators";
import { PageTitle } from "../../../components/PageTitle/PageTitle";
import { useViewer } from "../../../hooks/useViewer";
import { useTexts } from "../../../texts/TextsProvider";
import { EditProfileModal } from "../EditProfileModal/EditProfileModal";
import { SocialLinks } from "./SocialLinks";
import { Stats } from "./Stats";
import classes from "./ProfileHeader.module.css";

export function ProfileHeader({ profile }: { profile: PublicProfile }) {
  const t = useTexts("profiles");
  const { roles, stateName } = useTexts("common");
  const isOwn = useViewer()?.userId === profile.userId;
  const [isEditing, { open, close }] = useDisclosure(false);

  return (
    <header className={classes.header}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <PageTitle>{profile.username}</PageTitle>
        {isOwn && (
          <Button variant="default" onClick={open} className={classes.edit}>
            {t.edit}
          </Button>
        )}
      </Group>
      <Group gap="sm">
        <Badge size="lg" radius="sm">
          {roles[profile.role]}
        </Badge>
        {profile.state !== "" && <span>{stateName(profile.state)}</span>}
      </Group>
      {profile.bio !== "" && <p className={classes.bio}>{profile.bio}</p>}
      <SocialLinks profile={profile} />
      <Stats userId={profile.userId} />
      {isOwn && (
        <EditProfileModal
          opened={isEditing}
          onClose={close}
          profile={profile}
        />
      )}
    </header>
  );
}
