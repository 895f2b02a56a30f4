import type { ConventionRecord, Tier } from '../../../../../shared/conventions/contract.ts';
import { isRefusal, type Refusal } from '../../../../../shared/kernel/refusal.ts';
import { ask } from '../../kit/forms/ask.tsx';
import { act } from '../../kit/toast.tsx';
import { isAdmin, type Place } from '../../place/place.ts';
import { tierWords } from './words.ts';

export type OnChanged = (rule: ConventionRecord) => void;

type Change = { readonly status: 'active' | 'retired' } | { readonly tier: Tier };

/**
 * DSH-58: what is done to one rule. What an admin changes has a way back, which is another change; who may not change rules
 * cannot take back what they did, and is asked before.
 */
export function actsOn(place: Place, rule: ConventionRecord, onChanged: OnChanged) {
  const { client, workspace } = place;
  const one = { id: workspace.value.id, cid: rule.id };
  const change = (how: Change) => shown(client.call('changeConvention', { ...one, ...how }));
  const shown = async (call: Promise<ConventionRecord | Refusal>) => {
    const answer = await call;
    if (!isRefusal(answer)) onChanged(answer);
    return answer;
  };
  const hasWayBack = isAdmin(place);

  async function accept() {
    const title = 'Accept this rule?';
    const text = `From then on it counts. ${tierWords[rule.tier].means} An admin can retire it.`;
    if (!(await ask({ title, text, yes: 'Accept', kind: 'primary' }))) return;
    await act(shown(client.call('acceptConvention', one)), { done: 'The rule counts now.' });
  }

  async function withdraw() {
    const title = 'Withdraw this rule?';
    const text = 'It counts no more. Only an admin can make it count again.';
    const isBackPossible = hasWayBack && rule.status === 'active';
    if (!isBackPossible && !(await ask({ title, text, yes: 'Withdraw' }))) return;
    await act(shown(client.call('withdrawConvention', one)), {
      done: 'Withdrawn.',
      ...(isBackPossible && { undo: () => change({ status: 'active' }) }),
    });
  }

  /** A proposed one cannot be proposed again, so that is asked before. */
  async function retire() {
    const title = 'Retire this rule?';
    const text =
      'It was not accepted yet. It can be made to count later, and not be proposed again.';
    const isBackPossible = rule.status === 'active';
    if (!isBackPossible && !(await ask({ title, text, yes: 'Retire' }))) return;
    await act(change({ status: 'retired' }), {
      done: 'Retired.',
      ...(isBackPossible && { undo: () => change({ status: 'active' }) }),
    });
  }

  return {
    accept: () => void accept(),
    withdraw: () => void withdraw(),
    retire: () => void retire(),
    reactivate: () =>
      void act(change({ status: 'active' }), {
        done: 'The rule counts again.',
        undo: () => change({ status: 'retired' }),
      }),
    changeTier: (tier: Tier) =>
      void act(change({ tier }), {
        done: `It is a ${tier} now.`,
        undo: () => change({ tier: rule.tier }),
      }),
  };
}
