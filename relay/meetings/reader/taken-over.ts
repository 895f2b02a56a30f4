import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupOf, type Group, type Scored } from './groups.ts';
import { handedTo } from './owners/handed-over.ts';
import type { Utterance } from './signals/signals.ts';
import type { People } from './words/people.ts';

/** Where somebody takes over what another one has, both are one action item, which the later sentence says. */
export async function withoutHandedOver(
  groups: readonly Group[],
  heard: readonly Utterance[],
  people: People,
): Promise<Group[]> {
  let kept = [...groups];
  for (const [place, group] of groups.entries()) {
    if (place % groupsAtOnce === 0) await nextTurn();
    const said = ({ utterance }: Scored) => heard[utterance.at] ?? utterance;
    const words = { main: said(group.main), members: group.members.map(said) };
    const by = handedTo(heard, words, people)?.by;
    const isOne = group.members.some(({ utterance }) => utterance.at === by?.at);
    if (by === undefined || isOne || !kept.includes(group)) continue;
    const later = kept.find(
      (one) =>
        one !== group &&
        one.score >= surely &&
        one.members.some(({ utterance }) => utterance.turn === by.turn),
    );
    if (later === undefined) continue;
    const joint = { ...groupOf([...group.members, ...later.members]), main: later.main };
    kept = kept.flatMap((one) => (one === later ? joint : one === group ? [] : one));
  }
  return kept;
}

const surely = 0.5;
/** Before other work gets its turn. */
const groupsAtOnce = 5;
