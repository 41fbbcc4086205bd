import type { Partition } from "@wayfare/contract";
import {
  type AccessBySupplier,
  type CallBudget,
  type CallOutcome,
  CredentialGate,
  SupplierSkipped,
} from "@wayfare/suppliers";

/** Credentials that the doubles of the live suppliers accept. */
export const liveSecrets: Readonly<Record<Partition, Readonly<Record<string, string>>>> = {
  live: {
    duffel: "duffel_live_9f8e7d6c5b4a",
    "seats-aero": "pro_0a1b2c3d4e5f",
    ignav: "ign_key_1122334455667788",
    house: "a secret of thirty-two characters",
  },
  test: { duffel: "duffel_test_a0b1c2d3e4f5" },
};

/** Access of accounts in tests: every account has the credentials of `connected`, with a budget of `maxCalls` each. */
export class TestAccess {
  readonly connected: Record<Partition, Set<string>>;
  /** Outcomes of calls that are not follow-ups. */
  readonly settled: CallOutcome[] = [];
  readonly #gates = new Map<string, CredentialGate>();
  /** Accounts that asked for their access. */
  readonly asked: string[] = [];
  calls = 0;
  maxCalls = 1000;
  /** True if the credentials are those of the deployment, false if they are those of the accounts. */
  isOfDeployment = false;

  constructor(connected: readonly string[]) {
    this.connected = { live: new Set(connected), test: new Set() };
  }

  async accessFor(accountId: string, partition: Partition): Promise<AccessBySupplier> {
    this.asked.push(accountId);
    const acquireFrom = (gate: CredentialGate): CallBudget["acquire"] => {
      return async (_signal, { isFollowUp = false } = {}) => {
        const pass = gate.enter(Date.now());
        if (!isFollowUp && this.calls++ >= this.maxCalls) {
          this.calls--;
          gate.leave(pass, notMade, Date.now());
          throw new SupplierSkipped("budget", "no calls left");
        }
        return {
          settle: (outcome) => {
            gate.leave(pass, outcome, Date.now());
            if (!isFollowUp) this.settled.push(outcome);
          },
        };
      };
    };
    return new Map(
      [...this.connected[partition]].map((name) => [
        name,
        {
          credential: { id: `${accountId} ${name}`, secret: liveSecrets[partition][name] ?? "", partition },
          budget: { acquire: acquireFrom(this.#gateOf(`${accountId} ${name}`)) },
        },
      ]),
    );
  }

  isDeploymentCredential(): boolean {
    return this.isOfDeployment;
  }

  #gateOf(credentialId: string): CredentialGate {
    const gate = this.#gates.get(credentialId) ?? new CredentialGate();
    this.#gates.set(credentialId, gate);
    return gate;
  }
}

const notMade: CallOutcome = {
  billed: false,
  status: null,
  tookMs: 0,
  rateLimit: null,
  health: "unknown",
  retryAtMs: null,
};
