// Applies the stored theme before the first paint. src/app/theme.ts stores it.
try {
  const theme = localStorage.getItem("wayfare.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system theme applies.
}
