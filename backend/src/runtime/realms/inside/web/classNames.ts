import type { RealmHost } from "../realmHost.ts";

/** Classes whose instances can change; transactions get subclasses of them. */
export function statefulClasses(): string[] {
  return [
    "AbortController",
    "CompressionStream",
    "CustomEvent",
    "DecompressionStream",
    "Event",
    "EventTarget",
    "FormData",
    "MessageChannel",
    "ReadableStream",
    "TextDecoderStream",
    "TextEncoderStream",
    "TransformStream",
    "WritableStream",
  ];
}

/** Globals that are made when the realm starts. */
export function earlyGlobals(): string[] {
  return ["TextEncoder", "TextDecoder", "URL", "URLSearchParams"];
}

/** Globals that are made on first use. */
export function lazyGlobals({ kind }: RealmHost): string[] {
  return [
    "AbortController",
    "AbortSignal",
    "Blob",
    "ByteLengthQueuingStrategy",
    "CompressionStream",
    "CountQueuingStrategy",
    "Crypto",
    "CryptoKey",
    "CustomEvent",
    "DOMException",
    "DecompressionStream",
    "Event",
    "EventTarget",
    "File",
    "FormData",
    "Headers",
    "MessageChannel",
    "MessageEvent",
    "MessagePort",
    "ReadableByteStreamController",
    "ReadableStream",
    "ReadableStreamBYOBReader",
    "ReadableStreamBYOBRequest",
    "ReadableStreamDefaultController",
    "ReadableStreamDefaultReader",
    "Request",
    "Response",
    "SubtleCrypto",
    "TextDecoderStream",
    "TextEncoderStream",
    "TransformStream",
    "TransformStreamDefaultController",
    "WebSocket",
    "WritableStream",
    "WritableStreamDefaultController",
    "WritableStreamDefaultWriter",
    "fetch",
    ...(kind === "transaction" ? [] : ["Buffer"]),
    ...(kind === "node" ? ["navigator"] : []),
  ];
}
