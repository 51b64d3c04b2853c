import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { isArtist } from "../../../../convex/shared/roles";
import type { PublicProfile } from "../../../../convex/shared/validators";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { Sticker } from "../../../components/Picture/Picture";
import { Poster } from "../../../components/Poster/Poster";
import { TONE_OF_ROLE } from "../../../components/Poster/toneOfRole";
import { TextLink } from "../../../components/TextLink/TextLink";
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
      {isOwn ? <OwnLines role={profile.role} /> : <Actions profile={profile} />}
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

/** The lines that only the owner of the profile sees. */
function OwnLines({ role }: Pick<PublicProfile, "role">) {
  const { door } = useAccountTexts();
  const { reports } = useTexts("safety");
  return (
    <div className={classes.own} data-screen-only>
      <FollowCounts />
      <TextLink to={paths.account}>{door}</TextLink>
      <TextLink to={paths.reports}>{reports.title}</TextLink>
      {isArtist(role) && <StorageLeft />}
    </div>
  );
}

/** Buttons with which other viewers can follow, share, report or block the person. */
function Actions({ profile }: { profile: PublicProfile }) {
  const safety = useTexts("safety");
  return (
    <Group gap="xs" justify="flex-end" data-screen-only>
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
