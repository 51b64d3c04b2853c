/** Fetches the bytes of a file. Rejects if the server does not answer with the file. */
export async function fetchFile(
  url: string,
  init?: RequestInit,
): Promise<ArrayBuffer> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`a sound answered ${answer.status}`);
  return answer.arrayBuffer();
}
