export interface SendFileOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number) => void;
}

/**
 * Posts a file to an upload address and returns the id it is stored under. XMLHttpRequest, because fetch tells nothing
 * of how much has been sent.
 */
export function sendFile(
  url: string,
  file: Blob,
  { signal, onProgress }: SendFileOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", url);
    if (file.type !== "") request.setRequestHeader("Content-Type", file.type);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(Math.floor((loaded / total) * 100));
    });
    request.addEventListener("load", () => {
      const storageId = readStorageId(request);
      if (storageId !== null) resolve(storageId);
      else reject(new Error(`upload answered ${request.status}`));
    });
    request.addEventListener("error", () =>
      reject(new Error("the connection broke during the upload")),
    );
    request.addEventListener("abort", () =>
      reject(new DOMException("upload cancelled", "AbortError")),
    );
    request.addEventListener("loadend", () =>
      signal.removeEventListener("abort", abort),
    );
    signal.addEventListener("abort", abort);
    if (signal.aborted) {
      reject(new DOMException("upload cancelled", "AbortError"));
      return;
    }
    request.send(file);
  });
}

function readStorageId(request: XMLHttpRequest): string | null {
  if (request.status < 200 || request.status >= 300) return null;
  try {
    const answer: unknown = JSON.parse(request.responseText);
    return typeof answer === "object" &&
      answer !== null &&
      "storageId" in answer &&
      typeof answer.storageId === "string"
      ? answer.storageId
      : null;
  } catch {
    return null;
  }
}
