// The browser's side of browser.mjs.
import { checksums, compare, inflaters, load } from "./bench.mjs";

const tell = (path, text) => fetch(path, { method: "POST", body: text });
const now = () => performance.now();
const MIB = 1 << 20;

onmessage = async ({ data: file }) => {
  try {
    await reading(file);
    const { exports } = (await WebAssembly.instantiateStreaming(fetch("bench.wasm"), {})).instance;
    for (const name of await (await fetch("streams")).json()) await inflating(exports, name);
  } catch (error) {
    await tell("/", String(error));
  }
  await tell("/done", "");
};

/** How fast the first bytes of the file come into wasm memory. */
async function reading(file) {
  const size = Math.min(file.size, 192 * MIB);
  const reader = new FileReaderSync();
  const memory = new Uint8Array(new WebAssembly.Memory({ initial: (64 * MIB) / 65536 }).buffer);
  const slices = async (length, read) => {
    for (let at = 0; at < size; at += length) {
      memory.set(new Uint8Array(await read(file.slice(at, Math.min(at + length, size)))));
    }
  };
  const lengths = [["64 KiB", MIB / 16], ["256 KiB", MIB / 4], ["1 MiB", MIB], ["4 MiB", 4 * MIB], ["16 MiB", 16 * MIB]];
  const contenders = [
    ...lengths.map(([name, length]) => [`FileReaderSync, ${name}`, () => slices(length, (blob) => reader.readAsArrayBuffer(blob))]),
    ...lengths.slice(3).map(([name, length]) => [`Blob.arrayBuffer, ${name}`, () => slices(length, (blob) => blob.arrayBuffer())]),
    ["Blob.arrayBuffer, 64 MiB", () => slices(64 * MIB, (blob) => blob.arrayBuffer())],
  ];
  await tell("/", ["reading", ...(await compare(contenders, { size, rounds: 7, now, base: "FileReaderSync, 4 MiB" }))].join("\n"));
}

async function inflating(exports, name) {
  const size = Number(name.split(".").at(-2));
  const rounds = size > 1e8 ? 5 : 9;
  load(exports, new Uint8Array(await (await fetch(name)).arrayBuffer()));
  const digest = (bytes) => crypto.subtle.digest("SHA-256", bytes);
  await tell("/", [
    name,
    ...(await compare(inflaters(exports, size), { size, rounds, now, base: "zlib-rs" })),
    ...(await compare(checksums(exports, size, digest), { size, rounds, now, base: "sha2, simd128" })),
  ].join("\n"));
}
