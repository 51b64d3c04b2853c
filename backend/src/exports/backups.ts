/** `gully-backend/backups`: makes backups and restores them. */
export {
  BackupError,
  type BackupSource,
  fetchBackup,
} from "../transfer/fetchBackup.ts";
export { type Restored, restoreBackup } from "../transfer/restoreBackup.ts";
