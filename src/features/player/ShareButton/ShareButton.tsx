import { ActionIcon } from "@mantine/core";
import { showToast } from "../../../lib/toast";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../Icon/Icon";
import { shareLink } from "./shareLink";

interface ShareButtonProps {
  title: string;
  /** On this site. */
  href: string;
}

/** Hands a link to the system's own sheet, or to the clipboard where there is none. */
export function ShareButton({ title, href }: ShareButtonProps) {
  const t = useTexts("player");

  const handleClick = async () => {
    const url = new URL(href, window.location.origin).href;
    const outcome = await shareLink(title, url);
    if (outcome === "copied") showToast(t.linkCopied);
    if (outcome === "failed") showToast(t.copyFailed(url), { isFailure: true });
  };

  return (
    <ActionIcon aria-label={t.share(title)} onClick={() => void handleClick()}>
      <Icon name="share" />
    </ActionIcon>
  );
}
