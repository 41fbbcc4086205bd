/**
 * Dependencies that are not part of the built code, because they consist of native code, WebAssembly or fonts, or read files
 * next to their modules. The image has them in `node_modules`.
 */
export const externalDependencies = [
  "@electric-sql/pglite",
  "@expo-google-fonts/arimo",
  "@node-rs/argon2",
  "fontkit",
  "pdfkit",
] as const;
