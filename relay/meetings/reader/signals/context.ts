import { common, overlap } from '../words/content.ts';
import { movesOn } from './course.ts';
import type { Utterance } from './signals.ts';
import type { Signals } from './values.ts';

/** How many turns an answer may be away. */
const reach = 4;
const maxSentences = 14;

/** Whether two sentences were said by different people; without names, whether in different turns. */
export function isOther(one: Utterance, another: Utterance): boolean {
  return one.speaker === '' || another.speaker === ''
    ? one.turn !== another.turn
    : one.speaker !== another.speaker;
}

/** What the sentences around one tell of it. */
export function contextOf(all: readonly Utterance[], at: number): Signals {
  const one = all[at];
  if (one === undefined) return {};
  const found: Signals = {};
  const set = (name: string, value: number | boolean) => {
    if (Number(value) !== 0) found[name] = Math.max(found[name] ?? 0, Number(value));
  };
  after(all, one, set);
  before(all, one, set);
  return found;
}

type SetSignal = (name: string, value: number | boolean) => void;

function after(all: readonly Utterance[], one: Utterance, set: SetSignal): void {
  let yeses = 0;
  for (let at = one.at + 1; at < Math.min(all.length, one.at + maxSentences); at += 1) {
    const next = all[at];
    if (next === undefined || next.turn > one.turn + reach) break;
    const away = next.turn - one.turn;
    const near = away <= 1 ? 'Next' : 'Soon';
    const { own } = next;
    if (away === 0) {
      set('thenSameAsks', own['question'] ?? 0);
      set('thenSameHedges', at === one.at + 1 ? (own['hedge'] ?? 0) : 0);
      set('thenSameReason', at === one.at + 1 ? (own['isClause'] ?? 0) : 0);
      set('thenSameCalls', own['callsForObjections'] ?? 0);
      continue;
    }
    const again = common(next.content, one.content) > 0 ? overlap(next.content, one.content) : 0;
    if (own['reversal'] && again > 0) set('reversedSoon', 1);
    if (!isOther(one, next)) {
      set('sameAgainSoon', again);
      continue;
    }
    const isStart = next.place === 0;
    if (own['strongYes'] && !own['question'] && !own['refusal']) {
      set(`strongYes${near}`, 1);
      yeses += 1;
    } else if (isStart && own['leadYes'] && !own['question']) {
      set(`yes${near}`, 1);
      yeses += 1;
    }
    if (isStart) set(`no${near}`, own['leadNo'] ?? (own['refusal'] && !own['strongYes'] ? 1 : 0));
    if (isStart) set(`but${near}`, own['leadBut'] ?? 0);
    if (away === 1) set('asksNext', isStart && (own['question'] ?? 0) > 0);
    set(`echo${near}`, again);
    set('opinionNext', away === 1 ? (own['opinion'] ?? 0) : 0);
    set(`closing${near}`, own['closing'] ?? 0);
    set(`settles${near}`, own['settles'] || own['explicit'] ? again : 0);
    set(`takesOn${near}`, own['takesOn'] ?? 0);
    set(`proposes${near}`, own['softProposal'] || own['firmProposal'] ? 1 - again : 0);
    set('moveOnSoon', isStart && movesOn(next));
  }
  set('manyYes', yeses >= 2);
}

function before(all: readonly Utterance[], one: Utterance, set: SetSignal): void {
  let isFirst = true;
  for (let at = one.at - 1; at > Math.max(-1, one.at - maxSentences); at -= 1) {
    const last = all[at];
    if (last === undefined || last.turn < one.turn - reach) break;
    const { own } = last;
    const away = one.turn - last.turn;
    const again = common(last.content, one.content) > 0 ? overlap(last.content, one.content) : 0;
    if (away === 0) {
      if (isFirst)
        set('afterYesSame', own['leadYes'] && last.words.length <= 5 ? 1 : (own['strongYes'] ?? 0));
      if (isFirst) set('afterNoSame', own['leadNo'] ?? own['refusal'] ?? 0);
      if (isFirst) set('afterMoveOn', movesOn(last));
      isFirst = false;
      continue;
    }
    isFirst = false;
    if (!isOther(one, last)) {
      set('saidBefore', again);
      continue;
    }
    const near = away === 1 ? 'Last' : 'Ago';
    set(`question${near}`, own['question'] || own['asks'] ? 1 : 0);
    set(
      `orQuestion${near}`,
      own['question'] && last.words.some(({ lower }) => lower === 'or') ? 1 : 0,
    );
    set(`repeats${near}`, again);
    set(`repeatsProposal`, own['softProposal'] || own['firmProposal'] ? again : 0);
    set(`yes${near}`, own['strongYes'] ?? 0);
    set(`refusal${near}`, own['refusal'] ?? 0);
  }
}
