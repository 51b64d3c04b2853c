import { Button, Stack, Text } from "@mantine/core";

interface WatchKeyProps {
  isWaiting: boolean;
  isBusy: boolean;
  /** What a viewer who waits reads, and the key before and after they do. */
  texts: { will: string; start: string; stop: string };
  onPress: () => void;
}

/** A button that asks to be notified about a cypher, or cancels that. */
export function WatchKey({ isWaiting, isBusy, texts, onPress }: WatchKeyProps) {
  return (
    <Stack gap="xs">
      {isWaiting && <Text role="note">{texts.will}</Text>}
      <Button
        variant="default"
        size="lg"
        fullWidth
        aria-busy={isBusy}
        onClick={onPress}
      >
        {isWaiting ? texts.stop : texts.start}
      </Button>
    </Stack>
  );
}
