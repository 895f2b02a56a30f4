import { clockSlackMs } from '../../shared/kernel/clock.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** The fields of a receipt that decide whether it may be used. `tree` is empty when it is not known. */
export interface Receipt {
  readonly workstream: string;
  readonly commitSha: string;
  readonly tree: string;
  readonly status: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface Use {
  readonly commitSha: string;
  readonly tree: string;
  /** Undefined when the caller named none: then the receipt's own counts. */
  readonly workstream: string | undefined;
}

/** GAT-1, GAT-2: the Conflict when this receipt cannot record this commit; undefined when it can. */
export function refuseUse(receipt: Receipt, use: Use, nowMs: number): Refusal | undefined {
  const ended = refuseEnded(receipt, nowMs);
  if (ended !== undefined) return ended;
  if (use.workstream !== undefined && use.workstream !== receipt.workstream) {
    const { workstream } = receipt;
    return conflict(`This receipt is for the workstream ${workstream}, not for ${use.workstream}.`);
  }
  if (use.commitSha !== receipt.commitSha) return otherCommit(receipt, use);
  const isOtherTree = use.tree !== '' && receipt.tree !== '' && use.tree !== receipt.tree;
  return isOtherTree
    ? conflict('This receipt is for other contents of that commit: the trees differ.')
    : undefined;
}

/** The Conflict when the receipt is used, retracted, expired or of a time to come (RSV-19); undefined while it is valid. */
export function refuseEnded(
  { status, createdAt, expiresAt }: Receipt,
  nowMs: number,
): Refusal | undefined {
  if (status === 'used') {
    return conflict('This receipt was used already. A receipt records one commit once.');
  }
  if (status === 'retracted') return conflict('This receipt was retracted. Run the gate again.');
  const isOutside = expiresAt <= nowMs || createdAt > nowMs + clockSlackMs;
  return isOutside ? conflict('This receipt has ended. Run the gate again.') : undefined;
}

/** The Conflict for a receipt that is for another commit. */
export function otherCommit(
  { commitSha, tree }: Pick<Receipt, 'commitSha' | 'tree'>,
  use: Pick<Use, 'commitSha' | 'tree'>,
): Refusal {
  if (tree !== '' && tree === use.tree) {
    return conflict(
      `This receipt is for ${short(commitSha)}. ${short(use.commitSha)} has the same tree but is another commit (amended, or with another parent): run the gate for it.`,
    );
  }
  return conflict(
    `This receipt is for the commit ${short(commitSha)}, not for ${short(use.commitSha)}.`,
  );
}

function conflict(message: string): Refusal {
  return refuse('Conflict', message);
}

export function short(commitSha: string): string {
  return commitSha.slice(0, 12);
}
