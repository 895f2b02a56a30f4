import { asData } from '../../../../../../shared/kernel/display.ts';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import { StateMark } from '../board/state-mark.tsx';
import { blockerOf } from './blockers.ts';

/** What stands against the end of a workstream. */
export function BlockerList({ sentences }: { readonly sentences: readonly string[] }) {
  const { href } = usePlace();
  const holds = sentences.filter((sentence) => blockerOf(sentence).kind === 'hold').length;
  return (
    <ul class="work-lines">
      {sentences.map((sentence) => {
        const blocker = blockerOf(sentence);
        if (blocker.kind === 'hold') return null;
        if (blocker.kind === 'words') return <li key={sentence}>{asData(sentence, 300)}</li>;
        return (
          <li key={sentence}>
            <StateMark status={blocker.status} />
            <Link to={href('work', 'tasks', blocker.id)} class="work-blocker cut">
              {asData(blocker.title)}
            </Link>
          </li>
        );
      })}
      {holds > 0 && (
        <li class="quiet">
          {holds === 1 ? 'One part is' : `${holds} parts are`} still reserved, which ends by itself.
        </li>
      )}
    </ul>
  );
}
