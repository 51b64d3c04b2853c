import { Center, Text } from "@mantine/core";
import { useTexts } from "../../texts/TextsProvider";

/** For route guards, while it is not yet known who is looking. */
export function Loading() {
  const { loading } = useTexts("common");
  return (
    <Center mih="40vh">
      <Text role="status" c="dimmed" size="lg">
        {loading}
      </Text>
    </Center>
  );
}
