/** Limits of one transaction, those of Convex. */
import { DatabaseError, type TransactionUsage } from "./contract.ts";

export const LIMITS: TransactionUsage = {
  bytesRead: 16 << 20,
  bytesWritten: 16 << 20,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  databaseQueries: 4_096,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 << 20,
};

export function emptyUsage(): TransactionUsage {
  return {
    bytesRead: 0,
    bytesWritten: 0,
    documentsRead: 0,
    documentsWritten: 0,
    databaseQueries: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
  };
}

/** Bytes are counted as characters of the JSON text. */
export function countRead(usage: TransactionUsage, json: string): void {
  usage.bytesRead += json.length;
  usage.documentsRead += 1;
  if (usage.bytesRead > LIMITS.bytesRead) {
    throw new DatabaseError(
      `Too many bytes read in a single function execution (limit: ${LIMITS.bytesRead} bytes). Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.`,
    );
  }
  if (usage.documentsRead > LIMITS.documentsRead) {
    throw new DatabaseError(
      `Too many documents read in a single function execution (limit: ${LIMITS.documentsRead}). Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.`,
    );
  }
}

export function countQuery(usage: TransactionUsage): void {
  usage.databaseQueries += 1;
  if (usage.databaseQueries > LIMITS.databaseQueries) {
    throw new DatabaseError(
      `Too many reads in a single function execution (limit: ${LIMITS.databaseQueries}).`,
    );
  }
}

export function countWrite(usage: TransactionUsage, json: string): void {
  usage.bytesWritten += json.length;
  usage.documentsWritten += 1;
  if (usage.bytesWritten > LIMITS.bytesWritten) {
    throw new DatabaseError(
      `Too many bytes written in a single function execution (limit: ${LIMITS.bytesWritten} bytes).`,
    );
  }
  if (usage.documentsWritten > LIMITS.documentsWritten) {
    throw new DatabaseError(
      `Too many documents written in a single function execution (limit: ${LIMITS.documentsWritten}).`,
    );
  }
}
