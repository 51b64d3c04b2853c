import { ActionIcon, Button } from "@mantine/core";
import { ROLES } from "../../../../convex/shared/roles";
import { Icon } from "../../../components/Icon/Icon";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./FirstStep.module.css";

/** Looks like `FirstStep` for a role; for none with "". The build draws it, without the app around it. */
export function StillFirstStep({ role }: { role: string }) {
  const { firstStep: t } = useTexts("home");
  return (
    <div className={classes.still} data-for={role}>
      {ROLES.map((each) => (
        <div key={each} className={classes.note} data-role={each}>
          <p>{t.texts[each]}</p>
          <Button component="a" size="sm">
            {t.keys[each]}
          </Button>
          <ActionIcon component="span">
            <Icon name="close" />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}
