// The service worker: after one visit the page works without a network.
//
// `cargo xtask build` writes `const SITE = { id, files }` above this text: the version's id, and every file of the site by
// the URL at which the page asks for it, with its SHA-256. One cache holds one version, whole or not at all, and code is
// served to a page from its own version only. (What has no version in its URL, icons and reference cards, may come from the
// newest: it is data, and a card says its format's version itself.)
//
// * A file is kept only if it has the bytes that the list says. A host in the middle of a deployment, or a cache on the
//   way (GitHub Pages lets files be cached for ten minutes), makes the installation fail; the browser tries again later.
// * A new version waits until no page of the old one is open, or until the reader presses "Reload".
// * A page holds a lock with the name of its version for as long as it lives (src/browser/offline.rs). While it does, its
//   files stay, even if another tab has gone on to a newer version.
//
// It sees no wheel: those stay in the page and its workers. It sends nothing, and fetches nothing but the site's files.

// One origin may serve several pages (OWNER.github.io), and each has caches of its own.
const OURS = `wheelcard ${registration.scope} `;
const CACHE = OURS + SITE.id;

// Trunk's hashed names, and the build's id in a query, tell the files of two versions apart.
const keyOf = (path) => new URL(path, registration.scope).href;

addEventListener("install", (event) => event.waitUntil(fill()));

// A page that was open before there was a service worker is served from now on, too.
addEventListener("activate", (event) => event.waitUntil(sweep().then(() => clients.claim())));

addEventListener("message", (event) => {
  if (event.data === "activate") skipWaiting();
  // A page has started; the one that was in its place is gone.
  if (event.data === "started") event.waitUntil(sweep());
});

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(registration.scope)) return;
  if (mode !== "navigate") {
    event.respondWith(answer(event.request));
    return;
  }
  // Whatever else lies below this address is somebody else's, or is missing, and the network says so.
  const { origin, pathname } = new URL(url);
  if ([keyOf(""), keyOf("index.html")].includes(origin + pathname)) {
    event.respondWith(answer(new Request(keyOf(""))));
  }
});

// From this version; else from one that a tab is still open in; else from the network.
async function answer(request) {
  for (const name of [CACHE, ...(await others())]) {
    const kept = await caches.match(request.url, { cacheName: name });
    if (kept) return kept;
  }
  return fetch(request);
}

async function fill() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(Object.entries(SITE.files).map(([path, sha256]) => keep(cache, path, sha256)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function keep(cache, path, sha256) {
  // Asks the host whether what the browser has is still right; mostly it is, as the page has just been loaded.
  const response = await fetch(keyOf(path), { cache: "no-cache" });
  const bytes = await response.arrayBuffer();
  if (!response.ok || hex(await crypto.subtle.digest("SHA-256", bytes)) !== sha256) {
    throw new Error(`${path || "index.html"} is not the file of this version`);
  }
  // A new response, since one that was redirected may not answer a navigation.
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  await cache.put(keyOf(path), new Response(bytes, { headers: { "Content-Type": type } }));
}

// Deletes the versions that no page is of.
async function sweep() {
  const old = await others();
  // Asked after the list was made: a version that comes meanwhile is not in it.
  if (registration.installing || registration.waiting) return;
  const { held } = await navigator.locks.query();
  const inUse = new Set(held.map((lock) => lock.name));
  await Promise.all(old.filter((name) => !inUse.has(name)).map((name) => caches.delete(name)));
}

async function others() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
