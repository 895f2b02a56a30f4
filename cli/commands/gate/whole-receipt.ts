import type { Client } from '../../../shared/api/client.ts';
import { allPages, pageOf } from '../../../shared/kernel/pages.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';

const leastTyped = 4;
const limit = 500;

/** A receipt is its id, a dot and a signature. */
const whole = /^[^.]+\.[^.]+$/;

/**
 * CMD-4: the receipt that begins as what a person typed, among those of the recorded commits. Refused with NotFound where none
 * does, and with Conflict where several do. What is whole already asks nobody.
 */
export async function wholeReceipt(
  { client, workspaceId: id }: { readonly client: Client; readonly workspaceId: string },
  given: string,
): Promise<string | Refusal> {
  const typed = given.trim();
  if (whole.test(typed)) return typed;
  const shown = asData(typed, 80);
  if (typed.replace(/^[a-z]+_/, '').length < leastTyped)
    return refuse(
      'NotFound',
      `${shown}: give at least ${leastTyped} characters of the receipt. ${where}`,
    );
  const commits = await allPages((before) =>
    pageOf(client.call('listCommits', { id, limit, before }), (answer) => answer.commits),
  );
  if (isRefusal(commits)) return commits;
  const meant = commits.filter(({ receipt_id: receipt }) => isBeginning(typed, receipt));
  const [only, another] = meant;
  if (only === undefined)
    return refuse('NotFound', `No recorded commit has a receipt ${shown}. ${where}`);
  if (another === undefined) return only.receipt_id;
  const lines = meant.map((one) => `  ${one.receipt_id}  ${one.commit_sha.slice(0, 12)}`);
  const head = `${shown} is the beginning of ${meant.length} receipts. Give more of the one that you mean:`;
  return refuse('Conflict', [head, ...lines].join('\n'));
}

const where =
  'See: coord gate log --wide. A receipt that recorded no commit is given whole, as coord gate run printed it.';

/** With or without the type in front. */
function isBeginning(typed: string, receipt: string): boolean {
  return receipt.startsWith(typed) || receipt.slice(receipt.indexOf('_') + 1).startsWith(typed);
}
