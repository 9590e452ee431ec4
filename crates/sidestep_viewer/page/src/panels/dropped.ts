// Files that a person dropped or chose, folders looked through, and how they are sent.

export interface Dropped {
  /** Its path from what was dropped: `walk.bvh`, or `takes/walk.bvh` in a folder. */
  path: string;
  file: File;
}

/** What is wanted of the files beside a library; docs/protocol.md says what each means. */
export interface ImportSettings {
  unit_m?: number;
  up?: string;
  mirror?: boolean;
  cuts?: Cut[];
}

export interface Cut {
  clip: string;
  stretches_secs: [number, number][];
}

/** The server takes no more at once. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Of a folder only these are sent: what holds motion, and what belongs to it. */
const WANTED = /\.(bvh|amc|asf|glb|gltf|bin|lab)$/i;

/** What was dropped; folders are looked through. */
export async function droppedFiles(data: DataTransfer): Promise<Dropped[]> {
  // Entries must be asked for at once: they are gone when the event is.
  const items = [...data.items].filter((item) => item.kind === "file");
  const found = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const all = await Promise.all(
    found.map(({ entry, file }) => {
      if (entry?.isDirectory) return filesBelow(entry as FileSystemDirectoryEntry);
      return file ? [{ path: file.name, file }] : [];
    }),
  );
  return all.flat();
}

/** What was chosen in a dialogue of the browser. */
export function chosenFiles(files: FileList): Dropped[] {
  const all = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return all.filter(({ path }) => !path.includes("/") || WANTED.test(path));
}

async function filesBelow(folder: FileSystemDirectoryEntry): Promise<Dropped[]> {
  const reader = folder.createReader();
  const found: Dropped[] = [];
  // A reader gives a hundred entries at a time, and none when there are no more.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (entries.length === 0) return found;
    for (const entry of entries) {
      if (entry.isDirectory) found.push(...(await filesBelow(entry as FileSystemDirectoryEntry)));
      else if (WANTED.test(entry.name)) {
        const file = await new Promise<File>((done, failed) =>
          (entry as FileSystemFileEntry).file(done, failed),
        );
        found.push({ path: entry.fullPath.replace(/^\//, ""), file });
      }
    }
  }
}

/** Sends files to become one library; `replaces` is what they were made into before. */
export async function sendFiles(
  dropped: Dropped[],
  settings: ImportSettings,
  replaces: string | null,
): Promise<Response> {
  const bytes = dropped.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > MOST_BYTES) {
    const megabytes = Math.ceil(bytes / 1024 / 1024);
    const text = `${megabytes} MB are more than the page takes at once (256 MB); drop a part of them, or use \`sidestep import\`.`;
    return new Response(JSON.stringify({ error: text }), { status: 413 });
  }
  const files = dropped.map(({ path, file }) => ({ path, bytes: file.size }));
  const head = new TextEncoder().encode(JSON.stringify({ ...settings, files, replaces }));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, head.length, true);
  const body = new Blob([length.buffer, head, ...dropped.map(({ file }) => file)]);
  const unreachable = JSON.stringify({ error: "The server cannot be reached." });
  return fetch("/import", { method: "POST", body }).catch(() => new Response(unreachable, { status: 503 }));
}
