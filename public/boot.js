// Starts the page. Trunk's own start script is inline, which the content security policy forbids, so Trunk.toml points
// to this file instead and hands over the hashed names as data attributes.

const { js, wasm } = document.querySelector("script[data-js]").dataset;

// Links inside the page are fragments, and fragments resolve against <base>. Opened as /index.html or with a query they
// would leave the page, and lose what was dropped on it; so the address becomes the base's.
history.replaceState(null, "", new URL(location.hash, document.baseURI));

// A file dropped before the reader runs must not make the browser leave the page.
for (const type of ["dragover", "drop"]) {
  addEventListener(type, (event) => event.preventDefault());
}

try {
  const page = await import(js);
  await page.default({ module_or_path: wasm });
} catch (error) {
  const place = document.getElementById("boot");
  const text = `The reader could not be started (${error}). Reload the page; if that does not help, this browser may lack WebAssembly with SIMD (every browser since 2023 has it).`;
  if (place) {
    place.textContent = text;
    place.classList.add("intro__boot--failed");
  }
  throw error;
}
