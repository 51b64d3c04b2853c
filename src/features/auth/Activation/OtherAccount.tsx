import { Button } from "@mantine/core";
import { useSignOut } from "../../../hooks/useSignOut";
import { useAuthTexts } from "../../../texts/useAuthTexts";

export function OtherAccount() {
  const t = useAuthTexts().activate;
  const signOut = useSignOut();
  return (
    <Button
      variant="subtle"
      data-leaves
      onClick={() => void signOut()}
      fullWidth
    >
      {t.signOut}
    </Button>
  );
}
