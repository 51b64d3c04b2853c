/** `gully-backend/backups`: makes backups, checks them and restores them. */
export { BackupError } from "../transfer/backupError.ts";
export {
  type BackupSource,
  type FetchedBackup,
  fetchBackup,
} from "../transfer/fetchBackup.ts";
export { type Restored, restoreBackup } from "../transfer/restoreBackup.ts";
export { type BackupContent, verifyBackup } from "../transfer/verifyBackup.ts";
