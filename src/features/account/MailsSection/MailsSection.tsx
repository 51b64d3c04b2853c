import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { useLanguage } from "../../../texts/TextsProvider";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useSettings } from "../useSettings";

/** Sets the language of the app and of the mails, and which mails a person wants. */
export function MailsSection() {
  const t = useAccountTexts().mails;
  const { setLanguage } = useLanguage();
  const setMailLanguage = useMutation(api.account.setMailLanguage);
  const setSignInMails = useMutation(api.account.setSignInMails);
  const setDecisionMails = useMutation(api.account.setDecisionMails);
  const setMicMails = useMutation(api.account.setMicMails);
  const { saved, isBusy, save } = useSettings();
  const handleLanguage = (value: string) => {
    const language = value === "hi" ? "hi" : "en";
    setLanguage(language);
    void save(() => setMailLanguage({ language }));
  };

  const wanted = saved && [
    saved.wantsSignInMails,
    saved.wantsDecisionMails,
    saved.wantsMicMails,
  ];
  const now =
    saved && wanted
      ? t.now(
          saved.mailLanguage === "hi",
          wanted.filter((isWanted) => isWanted).length,
          wanted.length,
        )
      : undefined;

  return (
    <AccountSection row="mails" title={t.title} now={now}>
      <ChoiceField
        label={t.language}
        description={t.languageHint}
        disabled={saved === null || isBusy}
        value={saved?.mailLanguage ?? "en"}
        choices={[
          { value: "en", label: t.english },
          { value: "hi", label: t.hindi },
        ]}
        onChange={(event) => handleLanguage(event.currentTarget.value)}
      />
      <Switch
        size="md"
        label={t.signIns}
        disabled={saved === null || isBusy}
        checked={saved?.wantsSignInMails ?? false}
        onChange={(event) => {
          const isWanted = event.currentTarget.checked;
          void save(() => setSignInMails({ isWanted }));
        }}
      />
      <Switch
        size="md"
        label={t.decisions}
        disabled={saved === null || isBusy}
        checked={saved?.wantsDecisionMails ?? true}
        onChange={(event) => {
          const isWanted = event.currentTarget.checked;
          void save(() => setDecisionMails({ isWanted }));
        }}
      />
      <Switch
        size="md"
        label={t.mics}
        disabled={saved === null || isBusy}
        checked={saved?.wantsMicMails ?? true}
        onChange={(event) => {
          const isWanted = event.currentTarget.checked;
          void save(() => setMicMails({ isWanted }));
        }}
      />
      <Text c="dimmed">{t.necessary}</Text>
    </AccountSection>
  );
}
