import { Text } from "@mantine/core";
import { api } from "../../../convex/_generated/api";
import { MEGABYTE } from "../../../convex/shared/limits";
import { useLiveQuery } from "../../hooks/useLiveQuery";
import { useUploadTexts } from "../../texts/useUploadTexts";

/**
 * Says how much storage the viewer's account has left. Renders nothing if that is unknown or
 * unlimited.
 */
export function StorageLeft() {
  const t = useUploadTexts();
  const result = useLiveQuery({ query: api.files.myStorage, args: {} });
  const storage = result.status === "success" ? result.data : null;
  if (storage === null || storage.quotaBytes === null) return null;
  const { usedBytes, quotaBytes } = storage;
  const left = Math.max(0, quotaBytes - usedBytes) / MEGABYTE;
  const total = quotaBytes / MEGABYTE;
  return (
    <Text c="dimmed" size="sm">
      {t.storageLeft(Math.floor(left), Math.floor(total))}
    </Text>
  );
}
