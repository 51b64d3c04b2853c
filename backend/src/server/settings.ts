/** The settings of the server: their names, defaults and help texts. */
import { logLevels } from "../log/log.ts";

/** One setting: its variable, default and help text. */
export interface Setting {
  readonly env: string;
  readonly fallback: string;
  readonly help: string;
}

const mebibyte = 1024 * 1024;

export const settings = {
  port: { env: "PORT", fallback: "3210", help: "TCP port; 0 picks a free one" },
  host: {
    env: "HOST",
    fallback: "127.0.0.1",
    help: "address to listen on; 0.0.0.0 for every interface",
  },
  "data-dir": {
    env: "DATA_DIR",
    fallback: ".data",
    help: "database, stored files, admin key",
  },
  "app-root": {
    env: "APP_ROOT",
    fallback: ".",
    help: 'directory with the node_modules of "use node" functions',
  },
  "static-dir": {
    env: "STATIC_DIR",
    fallback: "",
    help: "directory of a built site to serve next to the API",
  },
  "cloud-origin": {
    env: "CONVEX_CLOUD_ORIGIN",
    fallback: "",
    help: "public address of the API (default: http://localhost:<port>)",
  },
  "site-origin": {
    env: "CONVEX_SITE_ORIGIN",
    fallback: "",
    help: "public address of HTTP actions (default: that of the API)",
  },
  "file-origin": {
    env: "FILE_ORIGIN",
    fallback: "",
    help: "separate address for stored files, served with their own types (default: that of the API, with safe types only)",
  },
  "site-url": {
    env: "SITE_URL",
    fallback: "",
    help: "address of the app's pages, allowed to open sync sockets",
  },
  "allowed-origins": {
    env: "ALLOWED_ORIGINS",
    fallback: "",
    help: "more such addresses, separated by commas; * for all",
  },
  production: {
    env: "PRODUCTION",
    fallback: "false",
    help: "hide error texts and logs of functions from clients",
  },
  "trust-proxy": {
    env: "TRUST_PROXY",
    fallback: "false",
    help: "take client addresses from X-Forwarded-For",
  },
  "log-level": {
    env: "LOG_LEVEL",
    fallback: "info",
    help: `level of detail of the log on stderr: ${logLevels.join(", ")}`,
  },
  "function-timeout-ms": {
    env: "FUNCTION_TIMEOUT_MS",
    fallback: "10000",
    help: "longest run of a query or mutation",
  },
  "action-timeout-ms": {
    env: "ACTION_TIMEOUT_MS",
    fallback: "600000",
    help: "longest run of an action",
  },
  "function-memory-mib": {
    env: "FUNCTION_MEMORY_MIB",
    fallback: "2048",
    help: "memory of the worker that runs functions",
  },
  "vector-memory-mib": {
    env: "VECTOR_MEMORY_MIB",
    fallback: "1024",
    help: "memory for the vector indexes in use",
  },
  "request-timeout-ms": {
    env: "REQUEST_TIMEOUT_MS",
    fallback: "300000",
    help: "longest time a request may take to arrive, uploads included, and a response may stay unread",
  },
  "shutdown-timeout-ms": {
    env: "SHUTDOWN_TIMEOUT_MS",
    fallback: "20000",
    help: "longest time a stop may take before the process is killed",
  },
  supervise: {
    env: "SUPERVISE",
    fallback: "true",
    help: "run the server as a child process that is restarted if it ends unexpectedly",
  },
  "max-upload-bytes": {
    env: "MAX_UPLOAD_BYTES",
    fallback: String(20 * mebibyte),
    help: "largest file that may be stored",
  },
  "max-sessions": {
    env: "MAX_SESSIONS",
    fallback: "20000",
    help: "sync sockets at a time",
  },
  "max-sessions-per-address": {
    env: "MAX_SESSIONS_PER_ADDRESS",
    fallback: "1000",
    help: "sync sockets at a time from one address",
  },
  "max-queries-per-session": {
    env: "MAX_QUERIES_PER_SESSION",
    fallback: "1000",
    help: "queries one socket may watch",
  },
  "max-queries-per-address": {
    env: "MAX_QUERIES_PER_ADDRESS",
    fallback: "2000",
    help: "different queries watched from one address by callers with a token",
  },
  "max-held-bytes-per-address": {
    env: "MAX_HELD_BYTES_PER_ADDRESS",
    fallback: String(64 * mebibyte),
    help: "bytes held for one such address: watched arguments, pending requests, data still arriving; twice as many of live results and of answers not read yet",
  },
  "max-held-bytes": {
    env: "MAX_HELD_BYTES",
    fallback: String(256 * mebibyte),
    help: "the same for all of them together",
  },
  "max-anonymous-queries-per-session": {
    env: "MAX_ANONYMOUS_QUERIES_PER_SESSION",
    fallback: "100",
    help: "queries one socket without a token may watch",
  },
  "max-anonymous-queries-per-address": {
    env: "MAX_ANONYMOUS_QUERIES_PER_ADDRESS",
    fallback: "300",
    help: "different queries watched from one address without a token",
  },
  "max-anonymous-held-bytes-per-address": {
    env: "MAX_ANONYMOUS_HELD_BYTES_PER_ADDRESS",
    fallback: String(24 * mebibyte),
    help: "bytes held for one address without a token, of each kind as above",
  },
  "max-anonymous-held-bytes": {
    env: "MAX_ANONYMOUS_HELD_BYTES",
    fallback: String(64 * mebibyte),
    help: "the same for all callers without a token together",
  },
  "max-anonymous-argument-bytes": {
    env: "MAX_ANONYMOUS_ARGUMENT_BYTES",
    fallback: String(mebibyte),
    help: "arguments of one call, or of all queries of one socket, without a token",
  },
  "min-anonymous-body-bytes-per-second": {
    env: "MIN_ANONYMOUS_BODY_BYTES_PER_SECOND",
    fallback: "8192",
    help: "slowest request body without a token, measured over 10 s; 0 for any speed",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[]; // Object.keys loses the literal types.
