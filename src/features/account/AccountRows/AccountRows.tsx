import "@mantine/core/styles/Accordion.layer.css";
import { Accordion } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import type { AccountRow } from "./accountRow";
import { useOpenRow } from "./useOpenRow";

/** What takes the focus when a row opens. */
const FIELDS =
  "input:not([tabindex='-1']), select, textarea, button:not([tabindex='-1']), a[href]";

/** The rows of the account page. One is open at a time, and the address names it. */
export function AccountRows({ children }: { children: ReactNode }) {
  const { open, toggle } = useOpenRow();
  const rows = useRef<HTMLDivElement>(null);
  useFocusInRow(open, () => rows.current);
  return (
    <Accordion
      ref={rows}
      value={open}
      onChange={toggle}
      order={2}
      chevron={null}
      keepMounted={false}
      transitionDuration={0}
    >
      {children}
    </Accordion>
  );
}

/**
 * Moves the focus into a row that opens, and back to its button when it closes. A row that the
 * address opened with the page only comes into view.
 */
function useFocusInRow(
  open: AccountRow | null,
  findRows: () => HTMLElement | null,
): void {
  const shown = useRef<AccountRow | null | undefined>(undefined);
  useEffect(() => {
    const previous = shown.current;
    shown.current = open;
    if (previous === open) return;
    const row = findRows()?.querySelector<HTMLElement>(
      `[data-row="${open ?? previous}"]`,
    );
    const button = row?.querySelector<HTMLElement>("[aria-expanded]");
    const field = row?.querySelector<HTMLElement>(
      `[role="region"] :is(${FIELDS})`,
    );
    if (open === null) button?.focus();
    else if (previous !== undefined) field?.focus();
    if (open !== null) row?.scrollIntoView({ block: "nearest" });
    // oxlint-disable-next-line react/exhaustive-deps -- it only reads the page
  }, [open]);
}
