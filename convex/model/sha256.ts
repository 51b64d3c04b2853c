export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return toHex(await crypto.subtle.digest("SHA-256", bytes));
}

export const toHex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
