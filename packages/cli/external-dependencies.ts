/**
 * Dependencies that are not part of the built code, because they load files of their own: native code, WebAssembly and fonts. The image has
 * them in `node_modules`.
 */
export const externalDependencies = ["@electric-sql/pglite", "@expo-google-fonts/arimo", "@node-rs/argon2"] as const;
