import { ActionIcon } from "@mantine/core";
import { nameLanguage } from "../../../convex/shared/namedLanguage";
import { ownListenOrigin } from "../../lib/listenOrigin";
import { showToast } from "../../lib/showToast";
import { useLanguage, useTexts } from "../../texts/TextsProvider";
import { Icon } from "../Icon/Icon";
import { shareLink } from "./shareLink";

interface ShareButtonProps {
  title: string;
  /** The path of a public page. */
  path: string;
  /** Returns a text to share that contains the address; if absent, only the address is shared. */
  textWith?: ((url: string) => string) | undefined;
}

/** Shares a link through the system's share sheet, or copies it if there is no share sheet. */
export function ShareButton({ title, path, textWith }: ShareButtonProps) {
  const t = useTexts("player");
  const { language } = useLanguage();

  const handleClick = async () => {
    // A link without a language opens in that of the reader's browser, which is often English.
    const page = language === "hi" ? nameLanguage(path, language) : path;
    const url = new URL(page, ownListenOrigin()).href;
    const outcome = await shareLink(title, url, textWith?.(url));
    if (outcome === "copied") showToast(t.linkCopied);
    if (outcome === "failed") showToast(t.copyFailed(url), { isFailure: true });
  };

  return (
    <ActionIcon aria-label={t.share(title)} onClick={() => void handleClick()}>
      <Icon name="share" />
    </ActionIcon>
  );
}
