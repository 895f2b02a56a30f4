import { asData, shownId, shownUser } from '../../../../../../shared/kernel/display.ts';
import { now } from '../../../state/clock.ts';
import type { Hold } from '../../../state/team.ts';
import { holdName } from '../../../state/names.ts';
import { wantedText } from '../model/contests.ts';
import type { NowState } from '../now-state.ts';
import type { Box } from './layout.ts';

const minuteMs = 60_000;

/** A box of the map in words, for readers of the screen. */
export function describe(box: Box, state: NowState): string {
  const holds = holdsIn(box, state);
  if (box.kind === 'folder') return `Folder ${shownId(box.path)}, ${holds.length} reserved`;
  const held = holds.map((hold) => describeHold(hold, state));
  return `${shownId(box.path)}: ${held.length === 0 ? 'nothing reserved' : held.join('; ')}`;
}

function describeHold(hold: Hold, state: NowState): string {
  const minutes = Math.max(0, Math.ceil((hold.expiresAt - now.peek()) / minuteMs));
  const task = hold.task === '' ? '' : ` for ${asData(hold.task, 100)}`;
  const wanted = wantedText(state.contests.value, hold, state.me);
  return `${holdName(hold.symbol)} held by ${shownUser(hold.user)}${task}, ${minutes} min left${wanted && `, ${wanted}`}`;
}

/** What is reserved in a file, or in the files of a folder. */
export function holdsIn(box: Box, state: NowState): readonly Hold[] {
  const byFile = state.holdsByFile.value;
  if (box.kind === 'file') return byFile.get(box.path) ?? [];
  return [...byFile].flatMap(([path, holds]) => (path.startsWith(`${box.path}/`) ? holds : []));
}
