/** Replaces the browser's `caches`; entries are in the order of their arrival. */
export function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      match: async (url: string | Request) =>
        entries.get(addressOf(url))?.clone(),
      put: async (url: string, answer: Response) => {
        entries.delete(url);
        entries.set(url, answer);
      },
      delete: async (url: string | Request) => entries.delete(addressOf(url)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    };
  };
  return {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
}

const addressOf = (url: string | Request): string =>
  typeof url === "string" ? url : url.url;
