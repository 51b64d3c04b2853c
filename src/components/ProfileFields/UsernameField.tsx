import { TextInput, type TextInputProps } from "@mantine/core";
import { MAX_USERNAME_LENGTH } from "../../../convex/shared/usernames";
import { useAuthTexts } from "../../texts/useAuthTexts";

export function UsernameField(props: TextInputProps) {
  const t = useAuthTexts();
  return (
    <TextInput
      label={t.username}
      description={t.usernameHint}
      name="nickname"
      autoComplete="nickname" // not "username": members sign in with their email
      autoCapitalize="none"
      spellCheck={false}
      maxLength={MAX_USERNAME_LENGTH}
      {...props}
    />
  );
}
