import type { ConventionRecord } from '../../../../../shared/conventions/contract.ts';
import { asData } from '../../../../../shared/kernel/display.ts';
import { Fact } from '../../kit/record.tsx';
import { Ago } from '../../kit/time.tsx';
import { Who } from '../../kit/who.tsx';
import { nameOf, useMembers } from '../../state/members.ts';

/** Who made a rule count, and what it is about beside its files. */
export function Facts({ rule }: { readonly rule: ConventionRecord }) {
  const { affected_areas: areas } = rule;
  return (
    <>
      <Fact name="Proposed">
        <By name={rule.proposed_by_name} at={rule.created_at} />
      </Fact>
      <Done name="Accepted" by={rule.accepted_by} at={rule.accepted_at} />
      <Done name="Retired" by={rule.retired_by} at={rule.retired_at} />
      {areas.length > 0 && (
        <Fact name="Areas">
          <ul>
            {areas.map((area) => (
              <li key={area}>{asData(area, 80)}</li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

interface DoneProps {
  readonly name: string;
  /** A user id. */
  readonly by: string | undefined;
  readonly at: string | undefined;
}

function Done({ name, by, at }: DoneProps) {
  const members = useMembers();
  if (by === undefined || at === undefined) return null;
  return (
    <Fact name={name}>
      <By name={nameOf(members, by)} at={at} />
    </Fact>
  );
}

function By({ name, at }: { readonly name: string; readonly at: string }) {
  return (
    <p class="convention-by">
      <Who name={name} />
      <span class="faint">
        <Ago at={at} />
      </span>
    </p>
  );
}
