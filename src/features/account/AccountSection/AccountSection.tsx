import { Accordion, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import type { AccountRow } from "../AccountRows/accountRow";
import classes from "./AccountSection.module.css";

export interface AccountSectionProps {
  row: AccountRow;
  title: string;
  /** What is set at present, in a few words. */
  now?: string | undefined;
  /** Explains the section in a sentence or two. */
  hint?: string;
  /** True for a row that holds an act and no setting. */
  isAct?: boolean;
  isDangerous?: boolean;
  children: ReactNode;
}

/** One row of the account page. It opens to show its part of the settings. */
export function AccountSection(props: AccountSectionProps) {
  const { row, title, now, hint, isAct, isDangerous, children } = props;
  const { open, change, close } = useAccountTexts().row;
  return (
    <Accordion.Item
      value={row}
      className={classes.row}
      data-row={row}
      data-dangerous={isDangerous || undefined}
    >
      <Accordion.Control
        classNames={{ control: classes.button, label: classes.line }}
      >
        <span className={classes.title}>{title}</span>{" "}
        <span className={classes.now}>{now}</span>
        {/* Screen readers say whether the row is open. */}
        <span className={classes.act} aria-hidden="true">
          <span>{isAct ? open : change}</span>
          <span>{close}</span>
        </span>
      </Accordion.Control>
      <Accordion.Panel
        classNames={{ content: classes.content }}
        aria-labelledby={undefined}
        aria-label={title}
      >
        <Stack>
          {hint !== undefined && <p className={classes.hint}>{hint}</p>}
          {children}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
