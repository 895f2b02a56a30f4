import type {
  DecisionRecord,
  DecisionState,
  DecisionType,
} from '../../../../../../shared/decisions/contract.ts';
import { pathKey } from '../../../../../../shared/kernel/paths.ts';

/** Which decisions the list shows, in the words of the interface. */
export interface DecisionFilter {
  readonly type?: DecisionType;
  /** A user id. */
  readonly made_by?: string;
  readonly state?: DecisionState;
  readonly area?: string;
  readonly file?: string;
}

/** In the order in which a person looks for them. */
export const types: readonly DecisionType[] = [
  'architecture',
  'approach',
  'implementation',
  'tradeoff',
  'rejection',
  'convention',
  'bugfix',
  'other',
];

export const states: readonly DecisionState[] = ['fresh', 'stale', 'proposed', 'ended'];

/** DSH-55: the filter that the query of the address names; values that do not exist are left out. */
export function filterIn(query: URLSearchParams): DecisionFilter {
  const type = types.find((one) => one === query.get('type'));
  const state = states.find((one) => one === query.get('state'));
  const [author, area, file] = ['author', 'area', 'file'].map((name) => query.get(name) ?? '');
  return {
    ...(type !== undefined && { type }),
    ...(state !== undefined && { state }),
    ...(author && { made_by: author }),
    ...(area && { area }),
    ...(file && { file }),
  };
}

/** Whether a decision belongs into the list; the service says the same. */
export function fits(decision: DecisionRecord, filter: DecisionFilter): boolean {
  const { type, made_by: author, state, area, file } = filter;
  return (
    (type === undefined || decision.type === type) &&
    (author === undefined || decision.made_by === author) &&
    (state === undefined || decision.state === state) &&
    (area === undefined || decision.affected_areas.includes(area)) &&
    (file === undefined || decision.files.some((one) => pathKey(one) === pathKey(file)))
  );
}

/** What a search says of a decision. */
interface Found {
  readonly type: DecisionType;
  /** The display name. */
  readonly made_by: string;
}

/** The same of what was found in a state, which has no areas and files. `author` is the display name that the filter's user has. */
export function foundFits(
  found: Found,
  { type }: DecisionFilter,
  author: string | undefined,
): boolean {
  return (
    (type === undefined || found.type === type) &&
    (author === undefined || found.made_by === author)
  );
}
