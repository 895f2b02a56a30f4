import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupOf, type Group, type Scored } from './groups.ts';
import { handedTo } from './owners/handed-over.ts';
import type { Utterance } from './signals/signals.ts';
import type { People } from './people/people.ts';

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
    const { by, owner } = handedTo(heard, words, people) ?? {};
    if (by === undefined || !kept.includes(group)) continue;
    const member = group.members.find(({ utterance }) => utterance.at === by.at);
    if (member !== undefined) {
      kept = kept.map((one) => (one === group ? { ...group, main: member } : one));
      continue;
    }
    const later = kept.find(
      (one) =>
        one !== group &&
        one.score >= surely &&
        one.members.some(({ utterance }) => utterance.turn === by.turn),
    );
    // "Give it to Nora instead" says who has it, but not what Nora says to it.
    if (later === undefined && people.shown(by.speaker) !== owner) continue;
    const taken = later ?? takenBy(by);
    const joint = { ...groupOf([...group.members, ...taken.members]), main: taken.main };
    const joined = kept.indexOf(later ?? group);
    kept = kept.flatMap((one, at) => (at === joined ? joint : one === group ? [] : one));
  }
  return kept;
}

/** However unlikely it looks by itself: "Let me, I've got the query." */
function takenBy(utterance: Utterance): Pick<Group, 'main' | 'members'> {
  const main = { utterance, score: surely };
  return { main, members: [main] };
}

const surely = 0.5;
/** Before other work gets its turn. */
const groupsAtOnce = 5;
