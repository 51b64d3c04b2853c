import { Skeleton, Text } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./SupportEmail.module.css";

export function SupportEmail() {
  const t = useTexts("shell").contact;
  const result = useLiveQuery({ query: api.account.supportEmail, args: {} });
  if (result.status === "error") throw result.error;
  const email = result.status === "success" ? result.data : undefined;
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
