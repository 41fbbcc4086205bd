// Runs before the first paint, so that a chosen theme does not flash; src/app/theme.ts writes what it reads.
try {
  const theme = localStorage.getItem("wayfare.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused; the system's theme holds then.
}
