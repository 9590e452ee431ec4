// Recordings in links: deflated, written in the letters that addresses allow.
import type { Recording } from "./wire/protocol";

/** Longer links are cut by some programs; such recordings travel as files. */
export const LONGEST_LINK = 8000;

const PREFIX = "#play=";

/** The address of this page that replays a recording. */
export async function linkTo(recording: Recording): Promise<string> {
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify(recording)),
    new CompressionStream("deflate-raw"),
  );
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}${PREFIX}${safe}`;
}

/** The recording in the address of the page, if there is one. */
export async function recordingInLink(): Promise<Recording | null> {
  if (!location.hash.startsWith(PREFIX)) return null;
  const letters = location.hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const json = await through(bytes, new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(json)) as Recording;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
}
