import { Archive, Check, Undo2 } from 'lucide-preact';
import type { ConventionRecord, Tier } from '../../../../../shared/conventions/contract.ts';
import { Button } from '../../kit/button.tsx';
import { Pick } from '../../kit/forms/field.tsx';
import { usePlace, isAdmin } from '../../place/place.ts';
import { actsOn, type OnChanged } from './acts.ts';
import { whyNotAccept, whyNotChange, whyNotWithdraw, type Viewer } from './may.ts';
import { tiers, tierWords } from './words.ts';

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
