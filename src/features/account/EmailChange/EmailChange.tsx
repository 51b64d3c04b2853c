import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { OpenedEmailChange } from "../../../../convex/shared/validators";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { FormCard } from "../../../components/FormCard/FormCard";
import { TextLink } from "../../../components/TextLink/TextLink";
import { paths } from "../../../routing/paths";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { useEmailChange } from "./useEmailChange";

/** The page behind a mailed link about a change of e-mail. It works in any browser. */
export function EmailChange({ code }: { code: string }) {
  const t = useAccountTexts().change;
  const { change, confirm, stop } = useEmailChange(code);
  switch (change.status) {
    case "working":
      return <Card text={t.working} />;
    case "ready":
      return change.act === "confirm" ? (
        <Question change={change} label={t.confirm} onYes={confirm} />
      ) : (
        <Question change={change} label={t[change.act]} onYes={stop} />
      );
    case "confirmed":
      return (
        <Card text={t.confirmed}>
          <TextLink to={paths.account}>{t.toAccount}</TextLink>
        </Card>
      );
    case "stopped":
    case "restored":
      return (
        <Card text={t[change.status]}>
          <TextLink to={paths.forgotPassword}>{t.newPassword}</TextLink>
        </Card>
      );
    case "taken":
    case "invalid":
    case "expired":
    case "failed":
      return (
        <FormCard title={t.title}>
          <ErrorNote message={t[change.status]} />
          <TextLink to={paths.contact}>{t.contact}</TextLink>
        </FormCard>
      );
    default:
      return change satisfies never;
  }
}

interface QuestionProps {
  change: OpenedEmailChange & { status: "ready" };
  label: string;
  onYes: () => Promise<void>;
}

/** Says what the link would do and asks first, because mail scanners open links too. */
function Question({ change, label, onYes }: QuestionProps) {
  const t = useAccountTexts().change;
  const texts = { confirm: t.confirmText, stop: t.stopText, undo: t.undoText };
  return (
    <FormCard title={t.title}>
      <Text style={{ overflowWrap: "anywhere" }}>
        {texts[change.act](change.username, change.email)}
      </Text>
      <Button onClick={() => void onYes()}>{label}</Button>
    </FormCard>
  );
}

function Card({ text, children }: { text: string; children?: ReactNode }) {
  const t = useAccountTexts().change;
  return (
    <FormCard title={t.title}>
      <Text role="status">{text}</Text>
      {children}
    </FormCard>
  );
}
