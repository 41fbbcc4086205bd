export { type ConnectionEnd, type ConnectionLimits, connectionDefaults } from "./connections.ts";
export { createHttpServer, type HttpServer, type HttpServerOptions } from "./http-server.ts";
export { type Listener, type ListenerOptions, openListener, openServicePort } from "./listener.ts";
export { maxFaults, renderProblem } from "./problem.ts";
export { type SecurityHeaders, securityHeaders } from "./security-headers.ts";
export { describeStartFailure } from "./start-failure.ts";
export { type LoadingPart, loadingParts } from "./starting.ts";
