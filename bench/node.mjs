// Measures the wasm module under Node: node node.mjs FILE.SIZE.deflate ...
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { checksums, compare, inflaters, load } from "./bench.mjs";

// CPU time, which other processes on the machine disturb less than the clock on the wall.
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};
const wasm = new URL("target/wasm32-unknown-unknown/release/wheelcard_bench.wasm", import.meta.url);
const { exports } = (await WebAssembly.instantiate(readFileSync(wasm), {})).instance;
for (const path of process.argv.slice(2)) {
  const size = Number(path.split(".").at(-2));
  const rounds = size > 1e8 ? 5 : 9;
  load(exports, readFileSync(path));
  console.log(basename(path));
  console.log((await compare(inflaters(exports, size), { size, rounds, now, base: "zlib-rs" })).join("\n"));
  console.log((await compare(checksums(exports, size), { size, rounds, now, base: "sha2, simd128" })).join("\n"));
}
