import { Group } from "@mantine/core";
import { instagramUrl, youtubeUrl } from "../../../../convex/shared/socials";
import type { PublicProfile } from "../../../../convex/shared/validators";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ProfileHeader.module.css";

export function SocialLinks({ profile }: { profile: PublicProfile }) {
  const t = useTexts("profiles");
  const instagram = instagramUrl(profile.instagram);
  const youtube = youtubeUrl(profile.youtube);
  if (instagram === null && youtube === null) return null;

  return (
    <Group gap="lg">
      {instagram !== null && (
        <SocialLink href={instagram} label={t.instagramOf(profile.username)}>
          <path d="M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Zm5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm5-1.5v.01" />
        </SocialLink>
      )}
      {youtube !== null && (
        <SocialLink href={youtube} label={t.youtubeOf(profile.username)}>
          <path d="M5 6h14a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3Zm5 3v6l5-3Z" />
        </SocialLink>
      )}
    </Group>
  );
}

interface SocialLinkProps {
  href: string;
  label: string;
  children: React.ReactNode;
}

function SocialLink({ href, label, children }: SocialLinkProps) {
  return (
    <a
      href={href}
      className={classes.social}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        {children}
      </svg>
      {label}
    </a>
  );
}
