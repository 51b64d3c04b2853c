import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Link } from "react-router-dom";
import { isArtist } from "../../../../convex/shared/roles";
import type { PublicProfile } from "../../../../convex/shared/validators";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { Sticker } from "../../../components/Picture/Picture";
import { Poster } from "../../../components/Poster/Poster";
import { TONE_OF_ROLE } from "../../../components/Poster/toneOfRole";
import { useViewer } from "../../../hooks/useViewer";
import { paths } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { FollowButton } from "../../follows/FollowButton/FollowButton";
import { FollowCounts } from "../../follows/FollowCounts/FollowCounts";
import { BlockButton } from "../../safety/BlockButton/BlockButton";
import { ReportButton } from "../../safety/ReportButton/ReportButton";
import { StorageLeft } from "../../storage/StorageLeft";
import { SocialLinks } from "./SocialLinks";
import { Stats } from "./Stats";
import classes from "./ProfileHeader.module.css";

const EditProfileModal = onDemand(
  async () =>
    (await import("../EditProfileModal/EditProfileModal")).EditProfileModal,
);

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
        isName
        tone={TONE_OF_ROLE[profile.role]}
        art={<Sticker id={profile.userId} />}
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
        {isOwn ? (
          <Button variant="default" onClick={open}>
            {t.edit}
          </Button>
        ) : (
          <FollowButton userId={profile.userId} isPrimary />
        )}
      </div>
      {isOwn && <FollowCounts />}
      <Actions profile={profile} isOwn={isOwn} />
      {isOwn && wasEdited && (
        <EditProfileModal
          opened={isEditing}
          onClose={close}
          profile={profile}
        />
      )}
    </div>
  );
}

interface ActionsProps {
  profile: PublicProfile;
  isOwn: boolean;
}

/** The links of the owner, or what others can do about the person. */
function Actions({ profile, isOwn }: ActionsProps) {
  const { door } = useAccountTexts();
  const safety = useTexts("safety");
  return (
    <Group gap="xs" justify="flex-end" data-screen-only>
      {isOwn && isArtist(profile.role) && <StorageLeft />}
      {isOwn && <OwnerLink to={paths.account} label={door} />}
      {isOwn && <OwnerLink to={paths.reports} label={safety.reports.title} />}
      <ReportButton
        hasText
        label={safety.report.profile(profile.username)}
        reported={{
          subjectType: "profile",
          subjectId: profile.userId,
          ownerId: profile.userId,
          ownerName: profile.username,
        }}
      />
      <BlockButton person={profile} />
    </Group>
  );
}

function OwnerLink({ to, label }: { to: string; label: string }) {
  return (
    <Button component={Link} to={to} variant="subtle" color="gray">
      {label}
    </Button>
  );
}
