import { ActionIcon, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { use, useState } from "react";
import { Icon } from "../../../components/Icon/Icon";
import { MenuDone } from "../../../components/MoreMenu/menuDone";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useCan } from "../../../hooks/useCan";
import { useTexts } from "../../../texts/TextsProvider";
import type { Reported } from "../reported";

const ReportDialog = onDemand(
  async () => (await import("../ReportDialog/ReportDialog")).ReportDialog,
);

interface ReportButtonProps {
  reported: Reported;
  /** Names the button for screen readers, and the dialog. */
  label: string;
  /** Shows the word "Report" instead of an icon. */
  hasText?: boolean;
}

/**
 * Opens the report dialog. Renders nothing if the viewer may not report the item, for example their
 * own work.
 */
export function ReportButton(props: ReportButtonProps) {
  const { reported, label, hasText } = props;
  const t = useTexts("safety").report;
  const can = useCan();
  const onDone = use(MenuDone);
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, { open, close }] = useDisclosure(false, {
    onOpen: () => setWasOpened(true),
  });
  if (!can("report:create", { ownerId: reported.ownerId })) return null;

  const handleClick = () => {
    onDone(); // called first, because the dialog will return the focus to the element that has it now.
    open();
  };
  return (
    <>
      {hasText ? (
        <Button
          variant="subtle"
          color="gray"
          aria-label={label}
          leftSection={<Icon name="flag" size={18} />}
          onClick={handleClick}
        >
          {t.button}
        </Button>
      ) : (
        <ActionIcon aria-label={label} onClick={handleClick}>
          <Icon name="flag" />
        </ActionIcon>
      )}
      {wasOpened && (
        <ReportDialog
          opened={isOpen}
          title={label}
          reported={reported}
          onClose={close}
        />
      )}
    </>
  );
}
