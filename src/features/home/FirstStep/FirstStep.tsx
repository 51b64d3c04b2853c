import { ActionIcon, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Role } from "../../../../convex/shared/roles";
import { Icon } from "../../../components/Icon/Icon";
import { useViewer } from "../../../hooks/useViewer";
import { beatsHref, paths } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./FirstStep.module.css";
import { dismissFirstStep, needsFirstStep } from "./firstStep";

const LEADS_TO: Readonly<Record<Role, string>> = {
  producer: paths.upload,
  rapper: beatsHref,
  producer_rapper: paths.upload,
  listener: paths.fresh,
};

/** Tells new people what to do first, until they have done it or dismiss the note. */
export function FirstStep() {
  const { firstStep: t } = useTexts("home");
  const { close } = useTexts("common");
  const viewer = useViewer();
  const [isDismissed, setIsDismissed] = useState(false);
  if (!viewer?.profile || isDismissed || !needsFirstStep(viewer)) return null;
  const { role } = viewer.profile;

  const handleClose = () => {
    dismissFirstStep(viewer);
    setIsDismissed(true);
  };

  return (
    <div className={classes.note} role="note" data-screen-only>
      <p>{t.texts[role]}</p>
      <Button component={Link} to={LEADS_TO[role]} size="sm">
        {t.keys[role]}
      </Button>
      <ActionIcon aria-label={close} onClick={handleClose}>
        <Icon name="close" />
      </ActionIcon>
    </div>
  );
}
