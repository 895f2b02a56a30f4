import { asData } from '../../../../../../shared/kernel/display.ts';
import { Badge } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { counted } from '../../../kit/lists/counts.ts';
import type { Outcome } from './result.ts';

const states = {
  open: { words: 'Open', tone: 'plain' },
  claimed: { words: 'Claimed', tone: 'info' },
  in_progress: { words: 'In progress', tone: 'accent' },
  completed: { words: 'Done', tone: 'good' },
} as const;

/** The work that follows from what was decided; it is claimed and moved in Work. */
export function Packages({ packages }: { readonly packages: Outcome['work_packages'] }) {
  const { href } = usePlace();
  if (packages.length === 0) return null;
  return (
    <section class="meeting-packages" aria-labelledby="packages-title">
      <header class="meeting-part">
        <h3 id="packages-title">
          Work packages <span class="faint numbers">{packages.length}</span>
        </h3>
        <Link to={href('work', 'packages')}>Claim in Work</Link>
      </header>
      <ul>
        {packages.map((one) => (
          <li key={one.id} class="meeting-package">
            <span class="cut" title={asData(one.title)}>
              {asData(one.title)}
            </span>
            <span class="faint nowrap">
              {one.files.length === 0 ? 'not file-scoped' : counted(one.files.length, 'file')}
            </span>
            <span class="cut">
              {one.assignee_name !== undefined && <Who name={one.assignee_name} />}
            </span>
            <Badge tone={states[one.status].tone}>{states[one.status].words}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
