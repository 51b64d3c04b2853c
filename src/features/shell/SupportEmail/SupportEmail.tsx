import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./SupportEmail.module.css";

export function SupportEmail() {
  const t = useTexts("shell").contact;
  const email = useQuery(api.account.supportEmail, {});
  return (
    <div>
      <Text fw={600}>{t.emailLabel}</Text>
      {email === undefined ? (
        <Skeleton height={36} mt={8} />
      ) : (
        <a href={`mailto:${email}`} className={classes.email}>
          {email}
        </a>
      )}
      <Text c="dimmed" mt="md">
        {t.reply}
      </Text>
    </div>
  );
}
