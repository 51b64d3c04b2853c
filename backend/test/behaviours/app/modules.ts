import { action, query } from "./builders.ts";

/** Node, for whose globals this file is checked, has no `self`. */
declare const self: unknown;

// Finds the global object as old-style modules do.
const ROOT = typeof self === "undefined" ? null : self;

export const knowsSelf = query({
  args: {},
  handler: async () => ROOT === globalThis,
});

// The engine itself has functions of these names, too.
export const thrown = query({ args: {}, handler: async () => "thrown" });
export const namespace = query({ args: {}, handler: async () => "namespace" });
export const error = query({ args: {}, handler: async () => "error" });

/** Returns the methods of web objects that cannot be replaced on an object. */
export function irreplaceable(): string[] {
  const stream = () => new Response("a verse").body as ReadableStream;
  const objects: object[] = [
    stream(),
    stream().tee()[0],
    stream().getReader(),
    stream().pipeThrough(new TransformStream()),
    new Blob(["a verse"]).stream(),
    new ReadableStream(),
    new WritableStream(),
    new WritableStream().getWriter(),
    new TransformStream(),
    new TextEncoderStream(),
    new TextDecoderStream(),
    new CompressionStream("gzip"),
    new DecompressionStream("gzip"),
    new Response(null),
    new Request("https://example.com"),
    new Headers(),
    new FormData(),
    new Blob([]),
    new File([], "verse"),
    new URL("https://example.com"),
    new URLSearchParams(),
    new AbortController(),
    new AbortController().signal,
    new Event("verse"),
    new CustomEvent("verse"),
    new EventTarget(),
    new TextEncoder(),
    new TextDecoder(),
  ];
  return objects.flatMap((object) =>
    methodsOf(object)
      .filter((name) => !isReplaced(object, name))
      .map((name) => `${object.constructor.name}.${String(name)}`),
  );
}

function methodsOf(object: object): PropertyKey[] {
  const found = new Set<PropertyKey>();
  for (
    let from = Reflect.getPrototypeOf(object);
    from && Reflect.getPrototypeOf(from);
    from = Reflect.getPrototypeOf(from)
  ) {
    for (const name of Reflect.ownKeys(from)) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value === "function") found.add(name);
    }
  }
  // `constructor` stays as it is, because code that prints objects reads it.
  found.delete("constructor");
  return [...found];
}

function isReplaced(object: object, name: PropertyKey): boolean {
  const own = () => "own";
  try {
    // Assigns the method as libraries do.
    (object as Record<PropertyKey, unknown>)[name] = own;
  } catch {
    return false;
  }
  return Reflect.get(object, name) === own;
}

export const irreplaceableInAction = action({
  args: {},
  handler: async () => irreplaceable(),
});

/** Makes a stream iterable in its own way, as the AI SDK does. */
export async function textOfStream(): Promise<string> {
  const stream: AsyncIterable<string> = new ReadableStream<string>();
  const parts = ["a ", "verse"];
  stream[Symbol.asyncIterator] = () => ({
    next: async () => {
      const value = parts.shift();
      return value === undefined
        ? { value, done: true }
        : { value, done: false };
    },
  });
  let text = "";
  for await (const part of stream) text += part;
  return text;
}

export const iteratesOwnStream = action({
  args: {},
  handler: () => textOfStream(),
});
