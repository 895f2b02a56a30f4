import { useMemo } from 'preact/hooks';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { Left } from '../../../kit/time.tsx';
import { Who } from '../../../kit/who.tsx';
import { Windowed, rowRem } from '../../../kit/lists/windowed.tsx';
import { useAddress, withQuery } from '../../../place/address.ts';
import type { Hold } from '../../../state/team.ts';
import { holdName } from '../../../state/names.ts';
import { contestsAbout, wantedText, type Contests } from '../model/contests.ts';
import { useIsDimmed } from '../model/fitting.ts';
import type { NowState } from '../now-state.ts';
import { folderOf } from './tree.ts';

interface ReservedListProps {
  readonly state: NowState;
  readonly root: string;
}

/** What is reserved as a list: all that the map shows, in words. */
export function ReservedList({ state, root }: ReservedListProps) {
  const contests = state.contests.value;
  const byFile = state.holdsByFile.value;
  const holds = useMemo(() => inOrder(byFile, contests, root), [byFile, contests, root]);
  if (holds.length === 0)
    return <p class="panel-none">Nothing is reserved {root === '' ? 'now' : 'in this folder'}.</p>;
  return (
    <>
      <div class="reserved reserved-head" aria-hidden="true">
        <span>File</span>
        <span>Symbol</span>
        <span>Who</span>
        <span>Task</span>
        <span>Left</span>
      </div>
      <Windowed
        label="What is reserved"
        items={holds}
        rowHeight={rowRem}
        keyOf={({ key }) => key}
        row={(hold) => <ReservedRow hold={hold} state={state} />}
      />
    </>
  );
}

function ReservedRow({ hold, state }: { readonly hold: Hold; readonly state: NowState }) {
  const address = useAddress();
  const isDimmed = useIsDimmed(state);
  const task = asData(hold.task, 300);
  const wanted = wantedText(state.contests.value, hold, state.me);
  return (
    <Link
      to={withQuery(address, { agent: hold.sessionId, part: 'feed' })}
      data-row
      class="reserved"
      data-dimmed={isDimmed(hold)}
    >
      <span class="cut" title={shownId(hold.file)}>
        <code>{shownId(hold.file.slice(hold.file.lastIndexOf('/') + 1))}</code>{' '}
        <code class="faint">{shownId(folderOf(hold.file))}</code>
      </span>
      <b class="cut">{holdName(hold.symbol)}</b>
      <Who name={hold.user} id={hold.sessionId} />
      <span class="reserved-task">
        <span class="cut quiet" title={task}>
          {task}
        </span>
        {wanted !== '' && (
          <span class="cut wanted" title={wanted}>
            {wanted}
          </span>
        )}
      </span>
      <Left at={hold.expiresAt} />
    </Link>
  );
}

/** What is contested first, then by file and symbol. */
function inOrder(
  byFile: ReadonlyMap<string, readonly Hold[]>,
  contests: Contests,
  root: string,
): Hold[] {
  const prefix = root === '' ? '' : `${root}/`;
  const holds = [...byFile].flatMap(([path, held]) => (path.startsWith(prefix) ? held : []));
  const ranked = holds.map((hold) => ({
    hold,
    rank: contestsAbout(contests, hold).length > 0 ? 0 : 1,
    name: `${hold.file}\n${hold.symbol}`,
  }));
  ranked.sort((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : 1));
  return ranked.map(({ hold }) => hold);
}
