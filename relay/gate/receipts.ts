import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** What of a receipt decides whether it may be used. An empty tree was not told. */
export interface Receipt {
  readonly workstream: string;
  readonly commitSha: string;
  readonly tree: string;
  readonly status: string;
  readonly expiresAt: number;
}

export interface Use {
  readonly commitSha: string;
  readonly tree: string;
  /** Undefined when the caller named none: then it is that of the receipt. */
  readonly workstream: string | undefined;
}

/** GAT-1, GAT-2: why the receipt does not open the gate for this commit; undefined when it does. */
export function whyNot(receipt: Receipt, use: Use, nowMs: number): Refusal | undefined {
  const ended = whyEnded(receipt, nowMs);
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

/** Why the receipt is none any more; undefined while it is valid. */
export function whyEnded({ status, expiresAt }: Receipt, nowMs: number): Refusal | undefined {
  if (status === 'used') {
    return conflict('This receipt was used already. A receipt records one commit once.');
  }
  if (status === 'retracted') return conflict('This receipt was retracted. Run the gate again.');
  return expiresAt <= nowMs ? conflict('This receipt has ended. Run the gate again.') : undefined;
}

/** What is said of a receipt for another commit than the one at hand. */
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
