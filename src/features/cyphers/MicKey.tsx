import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../components/Icon/Icon";

interface MicKeyProps {
  isBusy: boolean;
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** The red button that takes the mic, or records with it. */
export function MicKey({ isBusy, isDisabled, onPress, children }: MicKeyProps) {
  return (
    <Button
      size="xl"
      fullWidth
      color="sindoor"
      leftSection={<Icon name="mic" />}
      aria-busy={isBusy}
      disabled={isDisabled}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
