import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Attestation, Vouch } from '../../../../shared/gate/contract.ts';
import {
  canonicalAttestation,
  canonicalStatement,
  canonicalTouched,
} from '../../../../shared/gate/statement.ts';

/** The tree without files, which every repository knows. */
const tree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export interface TestedCommit {
  readonly workspaceId: string;
  readonly workstream: string;
  readonly sha: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly failed: boolean;
  readonly at: number;
}

/** A daemon that ran the tests itself, and says what the commit touches. */
export class SigningMachine {
  private readonly keys = generateKeyPairSync('ed25519');

  constructor(private readonly name: string) {}

  sign(commit: TestedCommit): { attestation: Attestation; vouch: Vouch } {
    return { attestation: this.attest(commit), vouch: this.vouch(commit) };
  }

  private attest({ sha: commit_sha, failed, at }: TestedCommit): Attestation {
    const fields = {
      commit_sha,
      tree,
      command: ['npm', 'test'],
      exit_code: failed ? 1 : 0,
      duration_ms: 38_400,
      output_digest: createHash('sha256').update(commit_sha).digest('hex'),
      machine: this.name,
      at: new Date(at).toISOString(),
      public_key: this.publicKey,
    };
    return { ...fields, signature: this.signature(canonicalAttestation(fields)) };
  }

  private vouch({ workspaceId, workstream, sha, files, tests }: TestedCommit): Vouch {
    const said = canonicalTouched({ files, symbols: [], tests });
    const fields = {
      purpose: 'touched' as const,
      workspace_id: workspaceId,
      workstream,
      commit_sha: sha,
      tree,
      touched_digest: createHash('sha256').update(said).digest('hex'),
      public_key: this.publicKey,
    };
    return { ...fields, signature: this.signature(canonicalStatement(fields)) };
  }

  private get publicKey(): string {
    return this.keys.publicKey.export({ format: 'jwk' }).x ?? '';
  }

  private signature(text: string): string {
    return sign(null, Buffer.from(text), this.keys.privateKey).toString('base64url');
  }
}
