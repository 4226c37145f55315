// What is measured in wasm, for Node and for the browser alike.

export const INFLATERS = ["wheelcard", "zlib-rs", "zlib-rs by flate2", "zune-inflate", "miniz_oxide", "fdeflate"];

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/**
 * Runs each of `contenders` (a name and a function) in turn, `rounds` times, and tells the median MB/s and the median of
 * the ratios to the contender `base` in the same round.
 */
export async function compare(contenders, { size, rounds, now, base }) {
  // V8 optimises a function after some calls: nothing is measured before half a second of it.
  for (const [, run] of contenders) for (const start = performance.now(); performance.now() - start < 500; ) await run();
  const speeds = contenders.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, run]] of contenders.entries()) {
      const start = now();
      await run();
      speeds[index].push(size / 1e3 / (now() - start));
    }
  }
  const of = speeds[contenders.findIndex(([name]) => name === base)];
  return contenders.map(([name], index) => {
    const ratio = median(speeds[index].map((speed, round) => speed / of[round]));
    return `  ${name.padEnd(34)}${median(speeds[index]).toFixed(0).padStart(6)} MB/s  ${ratio.toFixed(2)} of ${base}`;
  });
}

/** Gives the module a stream to inflate. */
export function load(exports, stream) {
  const at = exports.input(stream.length);
  new Uint8Array(exports.memory.buffer, at, stream.length).set(stream);
}

/** The inflaters as contenders. */
export function inflaters(exports, size) {
  return INFLATERS.map((name, index) => [name, () => {
    if (exports.inflate(index, size) !== size) throw new Error(`${name} fails`);
  }]);
}

/** Checksums of what was inflated; `digest` is the platform's SHA-256, if it has one. */
export function checksums(exports, size, digest) {
  const bytes = () => new Uint8Array(exports.memory.buffer, exports.output(), size);
  return [
    ["crc32fast", () => exports.crc32(0)],
    ["CRC-32 of zlib-rs", () => exports.crc32(1)],
    ["sha2, simd128", () => exports.sha256()],
    ...(digest ? [["crypto.subtle, with its copy", () => digest(bytes())]] : []),
  ];
}
