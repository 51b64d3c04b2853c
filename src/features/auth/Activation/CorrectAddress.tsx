import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { normalizeEmail } from "../../../../convex/shared/email";
import { useAuthTexts } from "../../../texts/useAuthTexts";
import { emailError } from "../emailError";
import { EmailForm } from "../EmailForm";

/** Lets a person whose address is not confirmed correct it. */
export function CorrectAddress() {
  const t = useAuthTexts().activate;
  const [isOpen, { open, close }] = useDisclosure(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (isOpen)
    return (
      <AddressForm
        onSent={(email) => {
          setSentTo(email);
          close();
        }}
      />
    );
  return (
    <>
      {sentTo !== null && (
        <Text role="status" c="peacock" fw={600}>
          {t.corrected(sentTo)}
        </Text>
      )}
      <Button variant="subtle" onClick={open} fullWidth>
        {t.wrongAddress}
      </Button>
    </>
  );
}

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useAuthTexts().activate;
  const correctEmail = useAction(api.account.correctEmail);
  return (
    <EmailForm
      field={{ label: t.newAddress, autoComplete: "email", autoFocus: true }}
      check={emailError}
      onSubmit={async (typed) => {
        const email = normalizeEmail(typed);
        const outcome = await correctEmail({ email });
        if (outcome === "sent") onSent(email);
        return outcome === "taken" ? "EMAIL_TAKEN" : null;
      }}
      failed={t.correctFailed}
      submit={{ label: t.sendThere, variant: "default" }}
    />
  );
}
