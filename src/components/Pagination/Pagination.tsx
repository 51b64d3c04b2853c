import { Button, Text } from "@mantine/core";
import { pageWindow } from "../../../convex/shared/pageWindow";
import { useTexts } from "../../texts/TextsProvider";
import classes from "./Pagination.module.css";

interface PaginationProps {
  page: number;
  pageCount: number;
  onChange: (page: number) => void;
}

/** Previous, up to five page numbers, and Next. Renders nothing for a single page. */
export function Pagination({ page, pageCount, onChange }: PaginationProps) {
  const t = useTexts("common").pagination;
  if (pageCount <= 1) return null;

  return (
    <nav aria-label={t.label}>
      <div className={classes.pages}>
        <Button
          variant="default"
          disabled={page <= 1}
          onClick={() => onChange(page - 1)}
        >
          {t.previous}
        </Button>
        <div className={classes.numbers}>
          {pageWindow(page, pageCount).map((slot, position) => (
            <PageButton
              key={slot === "gap" ? `gap-${position}` : slot}
              slot={slot}
              page={page}
              onChange={onChange}
            />
          ))}
        </div>
        <Button
          variant="default"
          disabled={page >= pageCount}
          onClick={() => onChange(page + 1)}
        >
          {t.next}
        </Button>
      </div>
    </nav>
  );
}

interface PageButtonProps {
  slot: number | "gap";
  page: number;
  onChange: (page: number) => void;
}

function PageButton({ slot, page, onChange }: PageButtonProps) {
  const t = useTexts("common").pagination;
  if (slot === "gap") return <Text c="dimmed">…</Text>;
  return (
    <Button
      className={classes.number}
      variant={slot === page ? "filled" : "subtle"}
      aria-label={t.page(slot)}
      aria-current={slot === page ? "page" : undefined}
      onClick={() => onChange(slot)}
    >
      {slot}
    </Button>
  );
}
