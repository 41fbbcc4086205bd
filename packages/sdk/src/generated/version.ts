// Generated from package.json by npm run generate.

/** Version of the client. */
export const version = "0.2.0";
