// Applies the remembered theme before the first paint. The key and its words are those of src/browser/settings.rs.
try {
  const theme = localStorage.getItem("wheelcard.theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage is forbidden here: the page follows the system, and remembers nothing.
}
