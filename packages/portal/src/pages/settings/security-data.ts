import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { addPasskey } from "../../data/passkey.ts";
import { portal } from "../../data/portal-requests.ts";
import { readDevices, readNewTotp, readPasskeys, readRecoveryCodes } from "../../data/portal-responses.ts";
import { sessionKey } from "../../data/session.ts";
import { useStepUp } from "../../data/step-up.ts";

const sessionsKey = ["sessions"] as const;
const passkeysKey = ["passkeys"] as const;

/** Reads the sessions of the user. */
export function useSignedInDevices() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async () => (await portal.get("/portal/sessions", readDevices)).data,
  });
}

/** Reads the passkeys of the user. */
export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async () => (await portal.get("/portal/security/passkeys", readPasskeys)).data,
  });
}

/** Mutations of sessions, password, authenticator and passkeys. They can require identity confirmation. */
export function useSecurityActions() {
  const queries = useQueryClient();
  const stepUp = useStepUp();
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: sessionKey });
    await queries.invalidateQueries({ queryKey: sessionsKey });
    await queries.invalidateQueries({ queryKey: passkeysKey });
  };
  return {
    endSession: useMutation({
      mutationFn: (id: string) => stepUp(() => portal.delete(`/portal/sessions/${id}`)),
      onSuccess,
    }),
    setPassword: useMutation({
      mutationFn: (change: { password: string; current?: string }) =>
        stepUp(() => portal.put("/portal/security/password", change)),
      onSuccess,
    }),
    proposeTotp: useMutation({
      mutationFn: () => stepUp(() => portal.postAndRead("/portal/security/totp", {}, readNewTotp)),
    }),
    confirmTotp: useMutation({
      mutationFn: (code: string) =>
        stepUp(() => portal.postAndRead("/portal/security/totp/confirm", { code }, readRecoveryCodes)),
      onSuccess,
    }),
    removeTotp: useMutation({ mutationFn: () => stepUp(() => portal.delete("/portal/security/totp")), onSuccess }),
    addPasskey: useMutation({ mutationFn: (name: string) => stepUp(() => addPasskey(name)), onSuccess }),
    removePasskey: useMutation({
      mutationFn: (id: string) => stepUp(() => portal.delete(`/portal/security/passkeys/${id}`)),
      onSuccess,
    }),
  };
}
