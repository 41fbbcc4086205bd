import { Worker } from "node:worker_threads";
import { DomainError } from "@wayfare/contract";
import { threadModuleUrl } from "@wayfare/resources";
import type { PasswordEstimate, PasswordInput } from "./password-worker.ts";

/** Least accepted score of zxcvbn, 0 to 4: "safely unguessable", more than 10^8 guesses. */
const minScore = 3;

/** Characters that are checked. The time to check grows faster than the length, and a longer password is strong enough by then. */
const checkedLength = 64;

/** Time after which the idle worker ends and its memory is freed. */
const idleMs = 30_000;

/** User whose name and address the password must not be built from. */
interface Person {
  name: string;
  email: string | null;
}

/**
 * Rejects a password that is easy to guess: a common password, a name, a date, a keyboard pattern, or the user's own name or address. The
 * estimate is that of zxcvbn (Wheeler, "zxcvbn: Low-Budget Password Strength Estimation", USENIX Security 2016).
 *
 * @throws DomainError REQUEST_INVALID with an error for `/password`
 */
export async function assertStrongPassword(password: string, { name, email }: Person): Promise<void> {
  const inputs = [name, email ?? "", ...(email?.split("@") ?? []), "wayfare"].filter((text) => text !== "");
  const { score, warning } = await estimate({ password: password.slice(0, checkedLength), inputs });
  if (score >= minScore) return;
  const reason = warning === null ? "" : `${warning.replace(/\.?$/, ".")} `;
  const detail = `The password is easy to guess. ${reason}Use a longer one, such as four or more unrelated words.`;
  throw new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer: "/password", code: "INVALID", detail }] });
}

interface PendingEstimate {
  resolve: (estimate: PasswordEstimate) => void;
  reject: (error: Error) => void;
}

const pending = new Map<number, PendingEstimate>();
let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;

/** Estimates a password in the worker thread, which is started if it is not running. */
function estimate(input: Omit<PasswordInput, "id">): Promise<PasswordEstimate> {
  clearTimeout(idleTimer);
  worker ??= startWorker();
  const id = ++lastId;
  const { promise, ...settle } = Promise.withResolvers<PasswordEstimate>();
  pending.set(id, settle);
  const message: PasswordInput = { id, ...input };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  worker.postMessage(message);
  return promise;
}

function startWorker(): Worker {
  const started = new Worker(threadModuleUrl("password-thread"));
  started.on("message", (answer: PasswordEstimate) => {
    pending.get(answer.id)?.resolve(answer);
    pending.delete(answer.id);
    if (pending.size > 0) return;
    idleTimer = setTimeout(() => {
      worker = undefined;
      void started.terminate();
    }, idleMs).unref();
  });
  const fail = (error: Error) => {
    if (worker === started) worker = undefined;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  started.on("error", fail);
  started.on("exit", (code) => fail(new Error(`the password worker exited with code ${code}`)));
  // A process that ends does not wait for an idle worker.
  started.unref();
  return started;
}
