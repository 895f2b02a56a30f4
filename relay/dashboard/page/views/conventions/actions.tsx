import { Archive, Check, Undo2 } from 'lucide-preact';
import type { ConventionRecord, Tier } from '../../../../../shared/conventions/contract.ts';
import { Button } from '../../kit/button.tsx';
import { Pick } from '../../kit/forms/field.tsx';
import { usePlace, isAdmin, type Place } from '../../place/place.ts';
import { whyNotAccept, whyNotChange, whyNotWithdraw, type Viewer } from './filter.ts';
import { tiers, tierWords } from './words.ts';
import { isRefusal, type Refusal } from '../../../../../shared/kernel/refusal.ts';
import { ask } from '../../kit/forms/ask.tsx';
import { act } from '../../kit/toast.tsx';

interface ActionsProps {
  readonly rule: ConventionRecord;
  readonly onChanged: OnChanged;
}

/** What a person can do with a rule as it is now; what they may not do says why. */
export function Actions({ rule, onChanged }: ActionsProps) {
  const place = usePlace();
  const viewer = useViewer();
  const acts = actsOn(place, rule, onChanged);
  const toChange = whyNotChange(viewer);
  if (rule.status === 'retired')
    return (
      <Button disabled={toChange !== undefined} title={toChange} onClick={acts.reactivate}>
        <Undo2 size={14} aria-hidden /> Reactivate
      </Button>
    );
  const toAccept = whyNotAccept(rule, viewer);
  const toWithdraw = whyNotWithdraw(rule, viewer);
  return (
    <>
      {rule.status === 'proposed' ? (
        <Button
          kind="primary"
          disabled={toAccept !== undefined}
          title={toAccept}
          onClick={acts.accept}
        >
          <Check size={14} aria-hidden /> Accept
        </Button>
      ) : (
        <Pick<Tier>
          label="Tier"
          value={rule.tier}
          options={tiers.map((tier) => ({ value: tier, label: tierWords[tier].word }))}
          disabledBecause={toChange}
          onPick={acts.changeTier}
        />
      )}
      {viewer.isAdmin && rule.proposed_by !== viewer.userId ? (
        <Button onClick={acts.retire}>
          <Archive size={14} aria-hidden /> Retire
        </Button>
      ) : (
        <Button disabled={toWithdraw !== undefined} title={toWithdraw} onClick={acts.withdraw}>
          <Undo2 size={14} aria-hidden /> Withdraw
        </Button>
      )}
    </>
  );
}

/** The person at this page. */
function useViewer(): Viewer {
  const place = usePlace();
  const { must_rules: mustRules = 'reviewed' } = place.workspace.value;
  return { userId: place.me.id, isAdmin: isAdmin(place), mustRules };
}

type OnChanged = (rule: ConventionRecord) => void;

type Change = { readonly status: 'active' | 'retired' } | { readonly tier: Tier };

/**
 * DSH-58: what is done to one rule. What an admin changes has a way back, which is another change; who may not change rules
 * cannot take back what they did, and is asked before.
 */
function actsOn(place: Place, rule: ConventionRecord, onChanged: OnChanged) {
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
