/** The syscalls behind `ctx.storage` in queries and mutations. */
import { findFile, removeFile } from "../records/storedFiles.ts";
import { createUploadToken } from "../../worker/uploadTokens.ts";
import {
  requireMutation,
  stringArg,
  type SyncSyscall,
} from "../../worker/syscalls/syscall.ts";

export function storageSyscalls(options: {
  cloudUrl: string;
  fileUrl: string;
  uploadSecret: string;
}): Record<string, SyncSyscall> {
  const { cloudUrl, fileUrl, uploadSecret } = options;
  return {
    "1.0/storageGenerateUploadUrl": (call) => {
      requireMutation(call, "generateUploadUrl");
      const token = createUploadToken(uploadSecret, call.component, Date.now());
      return JSON.stringify(`${cloudUrl}/api/storage/upload?token=${token}`);
    },
    "1.0/storageGetUrl": (call, args) => {
      const file = storedFile(call, args);
      return JSON.stringify(file && `${fileUrl}/api/storage/${file.uuid}`);
    },
    "1.0/storageGetMetadata": (call, args) => {
      const file = storedFile(call, args);
      return JSON.stringify(
        file && {
          storageId: file.storageId,
          sha256: file.sha256Hex,
          size: file.sizeBytes,
          contentType: file.contentType,
        },
      );
    },
    "1.0/storageDelete": (call, args) => {
      requireMutation(call, "storage.delete");
      const storageId = stringArg(args, "storageId");
      const uuid = removeFile(call.transaction, call.component, storageId);
      if (uuid === null) throw new Error(`There is no file '${storageId}'.`);
      call.root.removedFileUuids.push(uuid);
      return "null";
    },
  };
}

const storedFile = (...[call, args]: Parameters<SyncSyscall>) =>
  findFile(
    call.transaction,
    call.component,
    "storageId",
    stringArg(args, "storageId"),
  );
