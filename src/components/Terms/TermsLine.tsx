import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Terms } from "../../../convex/shared/terms";
import { useTexts } from "../../texts/TextsProvider";

interface TermsLineProps {
  terms: Terms;
  /** Shown after the sentence; a link, for example. */
  children?: ReactNode;
}

/** Says in one plain sentence what others may do with a beat or verse. */
export function TermsLine({ terms, children }: TermsLineProps) {
  const t = useTexts("terms");
  return (
    <Text size="sm" c="dimmed">
      <strong>{t.label}:</strong> {t.sentences[terms]} {children}
    </Text>
  );
}
