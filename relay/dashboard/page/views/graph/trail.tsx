import { asData } from '../../../../../shared/kernel/display.ts';
import { figures } from '../../kit/lists/counts.ts';
import { usePlace } from '../../place/place.ts';
import type { GraphAddress } from './graph-address.ts';
import type { GraphState } from './graph-state.ts';
import { leftOut, nameOf } from './model/words.ts';

const depths = [1, 2, 3] as const;
const depthWords = {
  1: 'What it is joined to',
  2: 'Two steps away',
  3: 'Three steps away',
} as const;

interface TrailProps {
  readonly state: GraphState;
  readonly address: GraphAddress;
  /** How much there is around the focus and how much of it is shown; left out where all is. */
  readonly cut?: { readonly shown: number; readonly total: number } | undefined;
}

/** Where in the graph one is: all of it, or around one node, and how far. */
export function Trail({ state, address, cut }: TrailProps) {
  const { focus, depth } = address;
  const node = state.graph.value.nodes.get(focus);
  const all = state.cut.value;
  const decisions = usePlace().live.counts.value?.decisions;
  const missing = decisions === undefined ? '' : leftOut(state.graph.value, decisions);
  return (
    <div class="graph-trail">
      {focus === '' ? (
        <span class="faint">
          {all !== undefined && (
            <>
              The newest {figures(state.graph.value.nodes.size)} of {figures(all.total)} decisions,
              files, symbols, areas and people.{' '}
            </>
          )}
          {missing !== '' && `Decisions that are not drawn: ${missing}.`}
        </span>
      ) : (
        <>
          <button class="graph-step" onClick={address.leaveFocus}>
            All
          </button>
          <span class="faint" aria-hidden="true">
            /
          </span>
          <b class="cut">{node === undefined ? asData(focus, 60) : nameOf(node)}</b>
          <span class="graph-depths" role="group" aria-label="How far from it">
            {depths.map((one) => (
              <button
                key={one}
                class="graph-step"
                aria-pressed={one === depth}
                title={depthWords[one]}
                onClick={() => address.setDepth(one)}
              >
                {one}
              </button>
            ))}
          </span>
          {cut !== undefined && (
            <span class="faint numbers">
              the nearest {cut.shown} of {figures(cut.total)} around it
            </span>
          )}
        </>
      )}
    </div>
  );
}
