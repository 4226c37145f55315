// Starts the page's module. A file of its own, because the CSP forbids inline scripts.
const script = document.querySelector("script[data-wasm]");
const url = (name) => new URL(script.dataset[name], document.baseURI);

const { default: init } = await import(url("js"));
await init({ module_or_path: fetch(url("wasm")) });
