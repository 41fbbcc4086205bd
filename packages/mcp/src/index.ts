export { handleMessage, type MessageDeps } from "./server/handle-message.ts";
export { type StdioOptions, serveStdio } from "./stdio/serve-stdio.ts";
export { type ConfirmationSigner, makeConfirmations } from "./tools/confirmations.ts";
