// Measures in a worker of headless Chromium, by chromedriver: node browser.mjs WHEEL FILE.SIZE.deflate ...
// The wheel is what is read; the streams are inflated.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

const [wheel, ...streams] = process.argv.slice(2);
const file = (path) => readFileSync(new URL(path, import.meta.url));
const page = `<!doctype html><input type="file"><script>
  document.querySelector("input").onchange = (event) =>
    new Worker("worker.mjs", { type: "module" }).postMessage(event.target.files[0]);
</script>`;
const answer = {
  "/": ["text/html", () => page],
  "/worker.mjs": ["text/javascript", () => file("worker.mjs")],
  "/bench.mjs": ["text/javascript", () => file("bench.mjs")],
  "/bench.wasm": ["application/wasm", () => file("target/wasm32-unknown-unknown/release/wheelcard_bench.wasm")],
  "/streams": ["application/json", () => JSON.stringify(streams.map((path) => basename(path)))],
};
for (const path of streams) answer[`/${basename(path)}`] = ["application/octet-stream", () => readFileSync(path)];

let finish;
const finished = new Promise((resolve) => (finish = resolve));
const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (request.url === "/done") finish();
    else console.log(text);
    return response.end();
  }
  const [type, body] = answer[request.url] ?? ["text/plain", () => ""];
  response.writeHead(answer[request.url] ? 200 : 404, { "Content-Type": type });
  response.end(body());
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const driver = spawn("chromedriver", ["--port=9517"], { stdio: "ignore" });
const call = async (path, body, method = "POST") => {
  const response = await fetch(`http://127.0.0.1:9517${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (value?.error) throw new Error(value.message);
  return value;
};
const ready = async () => {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return await call("/status", undefined, "GET");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};
await ready();
const args = ["--headless=new", "--no-sandbox", "--disable-gpu"];
const { sessionId, capabilities } = await call("/session", {
  capabilities: { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": { args } } },
});
const session = `/session/${sessionId}`;
try {
  console.log(`Chromium ${capabilities.browserVersion}`);
  await call(`${session}/url`, { url: `http://127.0.0.1:${server.address().port}/` });
  const [input] = Object.values(await call(`${session}/element`, { using: "css selector", value: "input" }));
  await call(`${session}/element/${input}/value`, { text: wheel });
  await finished;
} finally {
  await call(session, undefined, "DELETE");
  driver.kill();
  server.close();
}
