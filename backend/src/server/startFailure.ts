/**
 * Turns errors during start-up into messages that say what to do about them.
 */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { OptionsError, type Options } from "./options.ts";
import { StartRefusal } from "../storage/startRefusal.ts";

type Place = Pick<Options, "host" | "port" | "dataDir">;

/**
 * Explains errors of the operating system, such as a port in use or a full
 * disk. Returns any other error unchanged, because it is a bug.
 */
export function startFailure(error: unknown, place: Place): unknown {
  if (!isSystemError(error)) return error;
  const text = isOfNetwork(error)
    ? explainAddress(error, place)
    : explainFile(error, place);
  return new StartRefusal(`${text} (${error.code})`, { cause: error });
}

/** Returns true if the message explains everything and needs no stack trace. */
export function isInWords(error: unknown): error is Error {
  return error instanceof StartRefusal || error instanceof OptionsError;
}

interface SystemError extends NodeJS.ErrnoException {
  readonly code: string;
  readonly syscall: string;
}

function isSystemError(error: unknown): error is SystemError {
  return (
    error instanceof Error &&
    "syscall" in error &&
    "code" in error &&
    typeof error.code === "string"
  );
}

function isOfNetwork({ syscall }: SystemError): boolean {
  return ["listen", "bind", "getaddrinfo"].includes(syscall);
}

function explainAddress({ code }: SystemError, { host, port }: Place): string {
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use on ${host}. Stop the program that uses it, or choose another port, such as PORT=${port + 1}.`;
  }
  return `Cannot listen on ${host}, port ${port}. Set HOST and PORT to an address of this machine; ports below 1024 may need extra permissions.`;
}

function explainFile(error: SystemError, { dataDir }: Place): string {
  const path = error.path ?? dataDir;
  switch (error.code) {
    case "ENOSPC":
    case "EDQUOT":
      return `The disk is full: ${path} cannot be written. Free some space and start again; stored data is safe.`;
    case "EROFS":
      return `${path} is on a file system that can only be read. Make it writable, or set DATA_DIR to a folder that is.`;
    case "EACCES":
    case "EPERM":
      return `${path} cannot be read and written by this user${ownership(path)}. Start as the owner of the data, or give it to this user: sudo chown -R <user> ${dataDir}`;
    case "EISDIR":
    case "ENOTDIR":
    case "EEXIST":
      return `${path} is not what the server needs there: a folder where a file should be, or a file where a folder should be. Move it elsewhere, or set another DATA_DIR.`;
    case "EMFILE":
    case "ENFILE":
      return `Too many files are open: ${path} cannot be opened. Raise the limit (ulimit -n, LimitNOFILE of systemd).`;
    case "EIO":
      return `The disk fails at ${path}. Look at the system's log, and restore a backup on a sound disk: npm run restore -- <file> --replace`;
    default:
      return `${dataDir} cannot be used: ${error.message}. Set DATA_DIR to a folder that can be read and written.`;
  }
}

/**
 * Returns user IDs instead of names, because containers often have no names.
 */
function ownership(path: string): string {
  const own = process.getuid?.();
  const owner = ownerOf(path) ?? ownerOf(dirname(path));
  if (own === undefined || owner === null) return "";
  return ` (user ID ${own}; it belongs to user ID ${owner})`;
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch {
    return null;
  }
}
