import { Button, Stack, Text } from "@mantine/core";

interface WatchKeyProps {
  isWaiting: boolean;
  isBusy: boolean;
  /**
   * `will` says what a waiting viewer will be told; `start` and `stop` are the labels of the
   * button.
   */
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
